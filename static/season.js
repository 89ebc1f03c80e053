// A season's page follows its season: a socket says that something changed, and the page asks for its parts.
// Without a socket it asks every half minute. Without scripts the page is loaded again.
(() => {
  'use strict';
  const WITH_SOCKET = 120000, WITHOUT = 30000, LONGEST = 60000; // ms
  const status = () => document.getElementById('season-status');
  if (!status() || typeof htmx === 'undefined') return;
  const base = location.pathname;
  const shown = () => Number(status().dataset.version);
  const isOver = () => 'over' in status().dataset;

  // Ranks that were opened on a phone stay open when the ladder is shown again.
  let open = [];
  document.addEventListener('htmx:oobBeforeSwap', () => {
    open = [...document.querySelectorAll('.fold[open]')].map((fold) => fold.id);
  });
  document.addEventListener('htmx:oobAfterSwap', () => {
    for (const id of open) document.getElementById(id)?.setAttribute('open', '');
  });

  let timer = 0, isAsking = false, isAgain = false, heard = 0;
  async function ask() {
    clearTimeout(timer);
    if (isOver()) return;
    isAgain = true;
    if (isAsking) return;
    isAsking = true;
    while (isAgain) {
      isAgain = false;
      const query = new URLSearchParams(location.search);
      query.set('version', shown());
      query.set('stage', status().dataset.stage); // a page of another stage is loaded again
      try {
        await htmx.ajax('GET', `${base}live/?${query}`, {source: status(), target: status(), swap: 'none'});
      } catch (error) { /* asked again later */ }
    }
    isAsking = false;
    later();
  }
  function later() {
    clearTimeout(timer);
    if (isOver()) return;
    const isOpen = socket && socket.readyState === WebSocket.OPEN;
    timer = setTimeout(ask, (isOpen ? WITH_SOCKET : WITHOUT) * (0.85 + Math.random() * 0.3));
  }

  let socket = null, wait = 1000;
  function connect() {
    if (isOver()) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const code = base.split('/').filter(Boolean).pop();
    const own = socket = new WebSocket(`${scheme}://${location.host}/ws/c/${code}/`);
    own.onmessage = (event) => {
      wait = 1000;
      heard = JSON.parse(event.data).version;
      // Thousands of onlookers do not ask all at one instant.
      if (heard > shown()) setTimeout(ask, Math.random() * 300);
    };
    own.onclose = (event) => {
      if (own !== socket || event.code === 4404) return;
      setTimeout(connect, wait * (0.5 + Math.random() / 2));
      wait = Math.min(wait * 2, LONGEST);
      later();
    };
  }
  document.addEventListener('visibilitychange', () => { if (!document.hidden) ask(); });
  addEventListener('online', ask);
  addEventListener('pageshow', (event) => { if (event.persisted) ask(); });
  connect();
  later();
})();
