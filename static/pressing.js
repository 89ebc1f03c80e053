// Nothing moves under a finger: what changes the height of the page waits until a press has become a click, or the
// click would go to whatever stands there by then.
window.afterPressing = (() => {
  'use strict';
  let isPressed = false;
  const waiting = [];
  const on = (types, act) => types.forEach((type) => addEventListener(type, act, true));
  on(['pointerdown', 'mousedown'], () => { isPressed = true; });
  on(['pointerup', 'mouseup', 'pointercancel', 'dragend'], () => setTimeout(() => {
    isPressed = false;
    waiting.splice(0).forEach((act) => act());
  }));
  return (act) => { if (isPressed) waiting.push(act); else act(); };
})();
