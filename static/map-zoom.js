// Looking at the map closer: two buttons, two fingers, a drag, a double tap, the wheel with Ctrl, keys.
// The picture stays as large as it was; its viewBox is what changes, and stays as it is when the map is swapped.
(function () {
  'use strict';
  const FRAMED = {x: -40, y: -40, width: 1910, height: 1660};
  const BARE = {x: 0, y: 0, width: 1830, height: 1580};  // a narrow page shows the map without its frame
  const NEAREST = 6;
  const SLIP = 8;  // pixels that a tap may slide

  const one = (selector, within = document) => within.querySelector(selector);
  const narrow = matchMedia('(max-width: 59.99em)');
  const whole = () => (narrow.matches ? BARE : FRAMED);
  const picture = () => one('#map .board-svg');
  const isOnMap = event => event.target.closest?.('#map .board-svg');

  let near = 1, middle = {x: 0, y: 0};
  const between = (low, value, high) => low > high ? (low + high) / 2 : Math.min(high, Math.max(low, value));

  // How many units of the map one pixel is, when all of it is seen.
  function scale(box) { return Math.max(whole().width / box.width, whole().height / box.height); }

  function look() {
    const svg = picture(), box = svg.getBoundingClientRect(), pan = one('#map .board-pan');
    if (!box.width) return;
    const isNear = near > 1;
    const all = whole();
    let {x, y, width, height} = all;
    if (isNear) {
      width = box.width * scale(box) / near;
      height = box.height * scale(box) / near;
      middle.x = between(all.x + width / 2, middle.x, all.x + all.width - width / 2);
      middle.y = between(all.y + height / 2, middle.y, all.y + all.height - height / 2);
      x = middle.x - width / 2;
      y = middle.y - height / 2;
    }
    const view = [x, y, width, height].map(number => Math.round(number * 10) / 10).join(' ');
    if (svg.getAttribute('viewBox') !== view) svg.setAttribute('viewBox', view);
    one('#map .board').toggleAttribute('data-closer', isNear);
    if (isNear === pan.hasAttribute('tabindex')) return;
    pan.toggleAttribute('tabindex', isNear);
    if (isNear) pan.tabIndex = 0;
    const label = pan.getAttribute('aria-label');
    pan.setAttribute('aria-label', pan.dataset.near);
    pan.dataset.near = label;
  }

  // Change the size by a factor; what lies under the pixel (x, y) stays there. Without one: the picked unit.
  function zoom(factor, x, y) {
    const svg = picture(), box = svg.getBoundingClientRect();
    const before = near;
    const {x: left, y: top, width, height} = whole();
    if (near === 1) middle = {x: left + width / 2, y: top + height / 2};
    near = between(1, near * factor, NEAREST);
    if (factor < 1 && near < 1.05) near = 1;
    const unit = scale(box) / before, then = scale(box) / near;
    const pick = x === undefined && factor > 1 && one('.pick', svg);
    if (pick) {
      middle = {x: pick.cx.baseVal.value, y: pick.cy.baseVal.value};
    } else if (x !== undefined) {
      middle.x += (x - box.left - box.width / 2) * (unit - then);
      middle.y += (y - box.top - box.height / 2) * (unit - then);
    }
    look();
  }
  function pan(dx, dy) {
    const unit = scale(picture().getBoundingClientRect()) / near;
    middle.x -= dx * unit;
    middle.y -= dy * unit;
    look();
  }

  // A drag moves the map and never orders anything.

  const fingers = new Map();
  let isDrag = false, start = null;

  document.addEventListener('pointerdown', event => {
    if (event.isPrimary) { fingers.clear(); isDrag = false; }
    if (event.button || !isOnMap(event)) return;
    fingers.set(event.pointerId, {x: event.clientX, y: event.clientY});
    start = {x: event.clientX, y: event.clientY};
  });
  document.addEventListener('pointermove', event => {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    const dx = event.clientX - last.x, dy = event.clientY - last.y;
    if (fingers.size === 2) {
      const [other] = Array.from(fingers).filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      const spread = Math.hypot(last.x - other.x, last.y - other.y) || 1;
      isDrag = true;
      zoom(Math.hypot(event.clientX - other.x, event.clientY - other.y) / spread,
        (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
      if (near > 1) pan(dx / 2, dy / 2);
    } else if (near > 1 && (isDrag || Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLIP)) {
      isDrag = true;
      pan(dx, dy);
    }
    fingers.set(event.pointerId, {x: event.clientX, y: event.clientY});
  });
  ['pointerup', 'pointercancel'].forEach(name => {
    document.addEventListener(name, event => fingers.delete(event.pointerId));
  });
  // Two fingers are for the map and not for the page, wherever the page would scroll.
  document.addEventListener('touchmove', event => {
    if (event.touches.length > 1 && isOnMap(event)) event.preventDefault();
  }, {passive: false});
  document.addEventListener('wheel', event => {
    if (!event.ctrlKey || !isOnMap(event)) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / (event.deltaMode ? 10 : 200)), event.clientX, event.clientY);
  }, {passive: false});

  document.addEventListener('click', event => {
    const button = event.target.closest('#map [data-nearer]');
    if (button) zoom(Number(button.dataset.nearer));
    if (isDrag && isOnMap(event)) event.stopImmediatePropagation();
  }, true);
  // A second tap where there is nothing to order.
  document.addEventListener('map:closer', event => {
    zoom(near < NEAREST / 2 ? 2 : 1 / NEAREST, event.clientX, event.clientY);
  });
  document.addEventListener('keydown', event => {
    if (!event.target.matches('#map .board-pan') || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = {ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60]}[event.key];
    const factor = {'+': 1.6, '-': 0.625}[event.key];
    if (!step && !factor) return;
    event.preventDefault();
    if (step) pan(...step); else zoom(factor);
  });

  let shown = null;
  function show() {
    const svg = picture();
    if (!svg || svg === shown) return;
    shown = svg;
    one('#map .board-tools').hidden = false;
    look();
  }
  new MutationObserver(show).observe(document.body, {childList: true, subtree: true});
  addEventListener('resize', () => picture() && look());
  show();
}());
