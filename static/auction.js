// The auction room and the opening of its bids. Neither needs this: numbers can be typed, and opened bids read.
(function () {
  'use strict';

  // Buttons and arrow keys that add one to a bid or take one away.
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

  // The sum follows at once, connected or not; what it may cost is the answer's to say.
  document.addEventListener('input', function (event) {
    if (!event.target.matches('.stepper input')) return;
    var typed = Array.from(document.querySelectorAll('.stepper input[name^="bid-"]'), function (field) {
      return field.value.trim();
    });
    if (!typed.every(function (bid) { return /^\d{0,15}$/.test(bid); })) return;
    var sum = typed.reduce(function (total, bid) { return total + Number(bid); }, 0);
    document.querySelectorAll('#tally output, #bids-sum b:first-of-type').forEach(function (place) {
      place.textContent = sum.toLocaleString(document.documentElement.lang);
    });
  });

  // The map lights the power that one is bidding on or points at.
  function light(event) {
    // Leaving a bid leaves its power as well, unless the focus goes to something of the same lot.
    var at = event.type === 'focusout' ? event.relatedTarget : event.target;
    var lot = at && at.closest && at.closest('[data-lot]') || document.activeElement.closest('[data-lot]');
    var board = document.querySelector('#map .board');
    if (!board) return;
    board.toggleAttribute('data-lit', lot !== null);
    board.querySelectorAll('svg [data-power]').forEach(function (shape) {
      shape.classList.toggle('is-lit', lot !== null && shape.dataset.power === lot.dataset.lot);
    });
  }
  ['focusin', 'focusout', 'pointerover'].forEach(function (kind) {
    document.addEventListener(kind, function (event) {
      if (document.querySelector('[data-lot]')) light(event);
    });
  });

  // The first time that a reader sees an auction opened, its slips turn over row by row as they come into view.
  var TURN = 250; // ms from one row to the next
  function seen(name, value) {
    try {
      if (value) localStorage.setItem(name, value);
      return localStorage.getItem(name);
    } catch (error) {
      return 'yes'; // a browser that keeps nothing would turn them over again and again
    }
  }
  var opening = new IntersectionObserver(function (entries) {
    entries.filter(function (entry) { return entry.isIntersecting; }).forEach(function (entry, place) {
      setTimeout(function () { entry.target.classList.remove('is-sealed'); }, place * TURN);
      opening.unobserve(entry.target);
      seen(entry.target.closest('.slips').dataset.auction, 'yes');
    });
  }, {threshold: 1});
  function begin(root) {
    root.querySelectorAll('.stepper [hidden]').forEach(function (button) { button.hidden = false; });
    root.querySelectorAll('.slips').forEach(function (table) {
      if (matchMedia('(prefers-reduced-motion: reduce)').matches || seen(table.dataset.auction)) return;
      table.querySelectorAll('tbody tr').forEach(function (row) {
        row.classList.add('is-sealed');
        opening.observe(row);
      });
    });
  }
  begin(document);
  document.addEventListener('htmx:load', function (event) { begin(event.target); });
}());
