// A waiting room follows its game: who takes a seat, who gives one back, and the start. Without scripts it is
// loaded again.
(() => {
  'use strict';
  const room = () => document.getElementById('room');
  if (!room()) return;
  const LONGEST = 60000; // ms between two looks where no socket opens
  let wait = 2000, isOld = false, isLooking = false, heard = 0;

  // What someone has typed there stays; the room is looked at again when they have cleared or sent it.
  const isChosen = (select) => select.selectedIndex !== Math.max(0, [...select.options].findIndex((option) => option.defaultSelected));
  const isTyped = () => [...room().querySelectorAll('input:not([type=hidden])')].some((field) =>
    field.value !== field.defaultValue) || [...room().querySelectorAll('select')].some(isChosen);

  function look() {
    isOld = isTyped() || document.hidden;
    if (isOld || isLooking) return;
    const before = heard;
    isLooking = true;
    htmx.ajax('GET', location.pathname, {source: room(), target: '#room', select: '#room', swap: 'outerHTML'})
      .catch(() => {}).finally(() => {
        isLooking = false;
        if (heard > before) look(); // it went on while that was on its way
      });
  }
  document.addEventListener('htmx:beforeSwap', (event) => {
    if (event.detail.target !== room() || event.detail.xhr.responseText.includes('id="room"')) return;
    event.detail.shouldSwap = false; // it waits no longer
    location.reload();
  });

  function connect() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws/g/${room().dataset.code}/`);
    socket.onmessage = (event) => {
      wait = 2000;
      heard = Math.max(heard, JSON.parse(event.data).version);
      if (heard > Number(room().dataset.version)) look();
    };
    socket.onclose = (event) => {
      if (event.code === 4404) return;
      setTimeout(() => { look(); connect(); }, wait * (0.5 + Math.random() / 2));
      wait = Math.min(wait * 2, LONGEST);
    };
  }
  const again = () => { if (isOld) look(); };
  document.addEventListener('visibilitychange', again);
  document.addEventListener('change', again);
  addEventListener('pageshow', (event) => { if (event.persisted) look(); });
  connect();
})();
