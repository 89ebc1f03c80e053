// Buttons and arrow keys that add one to a number field or take one away; typing does the same.
(function () {
  'use strict';
  function step(field, by) {
    var typed = field.value.trim();
    if (!/^\d{0,15}$/.test(typed)) return; // what is no number stays as it was typed
    field.value = Math.max(0, Number(typed) + by);
    field.dispatchEvent(new Event('input', {bubbles: true}));
  }
  document.addEventListener('click', function (event) {
    var button = event.target.closest('[data-step]');
    if (button) step(document.getElementById(button.dataset.of), Number(button.dataset.step));
  });
  document.addEventListener('keydown', function (event) {
    var by = {ArrowUp: 1, ArrowDown: -1}[event.key];
    if (!by || !event.target.matches('.stepper input')) return;
    event.preventDefault();
    step(event.target, by);
  });
}());
