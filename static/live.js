// A socket says that a game moved on; the page then asks for its status at once instead of in 15 seconds.
// Nothing here is needed: without it the page asks by itself, and without scripts a link leads on.
(function () {
  'use strict';
  var touched = false;
  document.addEventListener('input', function () { touched = true; });

  function status() { return document.getElementById('status'); }

  // A letter that is being written stands outside the sheet; saving the sheet does not send it.
  function isWriting() {
    return Array.from(document.querySelectorAll('textarea')).some(function (box) {
      return !box.readOnly && !box.closest('#answer') && box.value !== box.defaultValue;
    });
  }

  // A sheet that could not be sent says so: the connection failed, or the session is over. Nothing is swapped.
  function showTrouble(event, isTrouble) {
    var box = document.getElementById('answer-trouble');
    if (!box || !event.detail.elt.closest('#answer')) return;
    box.hidden = !isTrouble;
    if (isTrouble) { touched = true; box.scrollIntoView({block: 'nearest'}); }
  }
  document.addEventListener('htmx:beforeRequest', function (event) { showTrouble(event, false); });

  // Whoever goes on typing while an answer is on its way keeps what he typed: a check is made again with it,
  // a saved sheet gets it back, unsaved.
  var asked = null, newer = null;
  function typed() { var box = document.getElementById('typed'); return box ? box.value : null; }
  document.addEventListener('htmx:beforeSend', function (event) {
    if (event.detail.elt.closest('#answer')) asked = typed();
  });
  document.addEventListener('htmx:beforeSwap', function (event) {
    var asker = event.detail.requestConfig.elt;
    if (!asker.closest('#answer') || !event.detail.shouldSwap || typed() === asked) return;
    if (asker.matches('.choices, .ranks')) {
      event.detail.shouldSwap = false;
      asker.dispatchEvent(new Event('change'));
    } else {
      newer = typed();
    }
  });
  ['htmx:responseError', 'htmx:sendError', 'htmx:timeout'].forEach(function (name) {
    document.addEventListener(name, function (event) { showTrouble(event, true); });
  });

  // When the phase is over, or a letter has come, and nothing typed would be lost, show it.
  document.addEventListener('htmx:afterSettle', function (event) {
    if (event.target.id === 'answer') {
      touched = Boolean(event.target.querySelector('[data-unsaved]'));
      var field = document.getElementById('typed');
      if (newer !== null && field) { field.value = newer; touched = true; }
      newer = null;
    }
    var box = status();
    var unsaved = touched || isWriting() || document.querySelector('[data-unsaved]');
    if (unsaved || !box || !box.querySelector('[data-moved-on], [data-new-letter]')) return;
    if (location.pathname === box.dataset.page) location.reload();
    else location.assign(box.dataset.page);
  });

  var wait = 1000;
  function connect() {
    var box = status();
    if (!box || !box.hasAttribute('hx-get')) return;
    var scheme = location.protocol === 'https:' ? 'wss://' : 'ws://';
    var socket = new WebSocket(scheme + location.host + '/ws/g/' + box.dataset.code + '/');
    var greeted = false;
    socket.onmessage = function (event) {
      var box = status();
      var known = box && JSON.parse(event.data).version === Number(box.dataset.version);
      // The first message only says where the game is. Later ones without a new version are for this seat alone.
      if (box && (greeted || !known)) document.body.dispatchEvent(new Event('game-moved'));
      greeted = true;
      wait = 1000;
    };
    socket.onclose = function (event) {
      if (event.code === 4404) return;
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, 60000);
    };
  }
  connect();
}());
