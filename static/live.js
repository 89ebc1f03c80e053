// A game's page follows its game. A socket says that something changed; the page asks for what did, and asks
// again until it shows the newest version it has heard of. Without a socket it asks every few seconds.
// Nothing here is needed: without scripts the page is loaded again.
(() => {
  'use strict';
  const live = document.getElementById('live');
  if (!live) return;
  const WITH_SOCKET = 60000, WITHOUT = 10000, AT_NOUGHT = 2000, SLEPT = 20000, LONGEST = 3600000; // ms
  const words = JSON.parse(live.dataset.words);

  const byId = (id) => document.getElementById(id);
  const shown = () => (byId('status') ? Number(byId('status').dataset.version) : 0);
  const isOver = () => !byId('status') || 'over' in byId('status').dataset;
  const hasSeat = () => byId('letters') !== null || 'answer' in byId('status').dataset;

  // Asking: one question at a time, and never fewer than were called for.
  let heard = 0, isAsking = false, isAgain = false, behind = 0, failed = 0, timer = 0, planned = Infinity;

  // People who only watch are told what all watchers are told, in their language and zone.
  const watcher = () => (live.dataset.zone && !hasSeat() ? {as: 'watcher', lang: document.documentElement.lang, zone: live.dataset.zone} : {});

  function address() {
    const status = byId('status').dataset, letters = byId('letters');
    const asked = new URLSearchParams({phase: status.phase, version: status.version, heard, ...watcher()});
    if (letters) Object.entries(letters.dataset).forEach(([name, value]) => asked.set(name, value));
    if (status.until) asked.set('until', status.until);
    const own = document.querySelector('#sheet [name=version]');
    if (own) asked.set('answer', own.value);
    if (asked.has('as')) asked.set('with', 'page');
    return `${live.dataset.url}?${asked}`;
  }

  async function ask() {
    if (isOver()) return;
    isAgain = true;
    if (isAsking) return;
    isAsking = true;
    clearTimeout(timer);
    while (isAgain) {
      isAgain = false;
      const before = shown();
      const isAnswered = await get(address(), {source: live, target: live, swap: 'none'});
      failed = isAnswered ? 0 : failed + 1;
      if (isAnswered) await follow(before);
      behind = isAnswered && shown() < heard ? behind + 1 : 0;
    }
    isAsking = false;
    askLater();
  }

  // `isSooner`: what is planned stays unless this comes before it. A line that drops again and again would
  // otherwise put the next question off each time.
  function askLater(isSooner = false) {
    if (isOver() || isAsking) return;
    let wait = socket && socket.readyState === WebSocket.OPEN ? WITH_SOCKET : WITHOUT;
    if (left() <= 0 && wait === WITHOUT || stopped() <= 0) wait = AT_NOUGHT;
    if (failed) wait = Math.min(WITHOUT * 2 ** (failed - 1), WITH_SOCKET);
    if (behind) wait = Math.min(200 * 2 ** behind, WITHOUT);
    const then = performance.now() + wait * (0.85 + Math.random() * 0.3);
    if (isSooner && then >= planned) return;
    planned = then;
    clearTimeout(timer);
    timer = setTimeout(ask, then - performance.now());
  }

  // Resolves to whether it was answered; what the answer holds is swapped by then. Who only watches a phase
  // that is over is answered with the page as it is now: `whole`.
  let whole = '';
  async function get(url, how) {
    let isAnswered = false;
    whole = '';
    const done = (event) => {
      if (event.detail.elt !== live) return;
      isAnswered = event.detail.successful;
      const answer = event.detail.xhr, now = answer && answer.getResponseHeader('Server-Now');
      if (now) offset = Number(now) - performance.now();
      if (answer && answer.getResponseHeader('Moved-On')) whole = answer.responseText;
    };
    document.addEventListener('htmx:afterRequest', done);
    try {
      await htmx.ajax('GET', url, how);
    } catch (error) {
      isAnswered = false;
    }
    document.removeEventListener('htmx:afterRequest', done);
    return isAnswered;
  }

  async function follow(before) {
    if (whole || 'movedOn' in byId('status').dataset) return moveOn();
    if (shown() !== before) sayTurns();
    tick();
    document.dispatchEvent(new Event('game:seen'));
  }

  // The phase is over: everything below the masthead comes again. What is being written stays.
  async function moveOn() {
    const waiting = [];
    document.dispatchEvent(new CustomEvent('game:leaving', {detail: waiting}));
    if ((await Promise.all(waiting)).includes(false)) return; // it could not be sent: the page stays as it is
    const letters = byId('letters');
    const fresh = whole || await pageNow(new URLSearchParams(letters ? {thread: letters.dataset.thread} : {heard, ...watcher()}));
    if (!fresh) { failed += 1; return; }
    await quiet();
    const kept = [...document.querySelectorAll('#answer[data-given-back], #page > [data-unsaved]')];
    const written = [...document.querySelectorAll('#press :is(textarea, input, select)')].filter(isWritten);
    const focus = document.activeElement, y = scrollY;
    htmx.swap('#page', fresh, {swapStyle: 'outerHTML'}, {select: '#page', eventInfo: {}});
    if (location.pathname !== live.dataset.page) history.replaceState(null, '', live.dataset.page);
    const top = document.querySelector('#page > .game');
    written.forEach((field) => putBack(field, top));
    kept.forEach((panel) => keep(panel, top));
    scrollTo({top: y, behavior: 'instant'});
    document.getElementById('notices')?.remove(); // they told of what was done before
    document.dispatchEvent(new Event('game:moved'));
    showFirst(focus);
    say(byId('page').dataset.said);
    mark();
    tick();
  }

  // The page as it is now; nothing if it cannot be had: no line, signed out, or the game is hidden by now.
  async function pageNow(query) {
    try {
      const headers = query.has('as') ? {'HX-Request': 'true'} : {};
      const answer = await fetch(`${live.dataset.page}?${query}`, {headers, signal: AbortSignal.timeout(20000)});
      const text = answer.ok ? await answer.text() : '';
      return text.includes('id="page"') ? text : '';
    } catch (error) {
      return '';
    }
  }

  // A message on its way is waited for: the sender has to see that it went.
  async function quiet() {
    for (let step = 0; step < 60 && document.querySelector('#page .htmx-request'); step += 1) {
      await new Promise((done) => { setTimeout(done, 50); });
    }
  }

  function isWritten(field) {
    if (field.type === 'hidden' || field.readOnly || !field.id) return false;
    if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked;
    if (field.matches('select')) return [...field.options].some((each) => each.selected !== each.defaultSelected);
    return field.value !== field.defaultValue;
  }

  function putBack(field, top) {
    const again = byId(field.id);
    if (again && again.form) {
      if ('checked' in field) again.checked = field.checked;
      again.value = field.value;
      again.dispatchEvent(new Event('input', {bubbles: true}));
    } else if (field.matches('textarea') && field.value.trim()) {
      const panel = byId('left-over').content.firstElementChild.cloneNode(true);
      panel.querySelector('textarea').value = field.value;
      top.before(panel);
    }
  }

  function keep(panel, top) {
    panel.querySelectorAll('#typed-orders, #tally').forEach((part) => part.removeAttribute('id'));
    panel.id = byId('given-back') ? '' : 'given-back';
    top.before(panel);
  }

  // What the phase brought comes first, but not to a player who is writing: their words stay before them.
  function showFirst(focus) {
    const result = document.querySelector('#fresh:not([hidden])'), here = document.activeElement;
    if (here.matches('input, select, textarea')) here.scrollIntoView({block: 'nearest', behavior: 'instant'});
    else if (result) {
      result.scrollIntoView({block: 'start', behavior: 'instant'});
      focusOn(byId('h-fresh'));
    } else if (!focus.isConnected && here === document.body) focusOn(document.querySelector('#page h1'));
  }

  function focusOn(heading) {
    heading.tabIndex = -1;
    heading.focus({preventScroll: true});
  }

  // Saying it to those who do not see it.
  let turns = '';
  function say(text) { byId('said').textContent = text; }
  function turnsNow() {
    return [...document.querySelectorAll('.turns li')].map((turn) => turn.textContent.trim().replace(/\s+/g, ' '));
  }
  function sayTurns() {
    const news = turnsNow().filter((turn) => !turns.includes(turn));
    if (news.length) say(news.join('. '));
    turns = turnsNow();
  }
  document.addEventListener('htmx:oobAfterSwap', (event) => {
    if (event.detail.target.id !== 'letters') return;
    say(live.dataset.letter);
    mark();
  });

  // A tab in the background marks its title until someone looks.
  function mark() { if (document.hidden && !document.title.startsWith('• ')) document.title = `• ${document.title}`; }
  function unmark() { document.title = document.title.replace(/^• /, ''); }

  // The clock: the server's time, carried on by a clock that no one can set.
  const [arrival] = performance.getEntriesByType('navigation');
  let offset = Number(live.dataset.now) - (arrival ? arrival.responseStart : performance.now());
  let ticking = 0;
  const clock = () => document.querySelector('.clock-left[data-closes]');
  const left = () => (clock() ? Number(clock().dataset.closes) - offset - performance.now() : Infinity);
  // A pause that expires, or a time without a clock, makes no new version and no hint: the page asks by itself.
  const until = () => (byId('status') ? Number(byId('status').dataset.until || 0) : 0);
  const stopped = () => (until() ? until() - offset - performance.now() : Infinity);
  let resumed = 0;
  const fill = (pattern, values) => pattern.replace(/%\((\w+)\)[sd]/g, (_all, name) => values[name]);

  function inWords(ms) {
    const all = Math.floor(ms / 1000);
    const seconds = all % 60, minutes = Math.floor(all / 60) % 60;
    const hours = Math.floor(all / 3600) % 24, count = Math.floor(all / 86400);
    if (count) {
      const days = fill(count === 1 ? words.day : words.days, {count});
      return hours ? fill(words.days_hours, {days, hours}) : days;
    }
    if (hours) return fill(words.hours, {hours, minutes});
    return minutes ? fill(words.minutes, {minutes}) : fill(words.seconds, {seconds});
  }

  function tick() {
    clearTimeout(ticking);
    if (stopped() > 0 && until()) ticking = setTimeout(tick, Math.min(stopped() + 100, LONGEST));
    if (stopped() <= 0 && resumed !== until()) { resumed = until(); hint(); }
    const box = clock();
    if (!box) return;
    const ms = left();
    const text = ms > 0 ? fill(words.left, {left: inWords(ms)}) : words.over;
    if (box.textContent !== text) box.textContent = text;
    box.classList.toggle('is-far', ms >= 86400000);
    if (ms > 0) ticking = setTimeout(tick, ms % 1000 + 5);
    else askLater();
  }

  // The socket.
  let socket = null, wait = 1000, reconnecting = 0, isFirst = true;
  function connect() {
    clearTimeout(reconnecting);
    if (isOver()) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const own = socket = new WebSocket(`${scheme}://${location.host}/ws/g/${live.dataset.code}/`);
    let isGreeted = false;
    own.onmessage = (event) => {
      if (own !== socket) return;
      const version = JSON.parse(event.data).version;
      // The greeting only says where the game is. Later ones without a new version are for this seat alone.
      heard = Math.max(heard, version);
      if (isGreeted || !isFirst || version !== shown() || hasSeat()) hint();
      isGreeted = true;
      isFirst = false;
      wait = 1000;
    };
    own.onclose = (event) => {
      if (own !== socket || event.code === 4404) return;
      reconnecting = setTimeout(connect, wait * (0.5 + Math.random() / 2));
      wait = Math.min(wait * 2, 60000);
      askLater(true);
    };
  }
  // A thousand onlookers do not ask all at one instant; players do not wait.
  function hint() {
    if (hasSeat()) ask();
    else setTimeout(ask, Math.random() * 300);
  }

  // After sleep, a dropped line, or the way back through the history.
  let hiddenAt = 0;
  function catchUp() {
    if (socket && socket.readyState > WebSocket.OPEN) { wait = 1000; connect(); }
    ask();
  }
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) { hiddenAt = Date.now(); return; }
    unmark();
    if (Date.now() - hiddenAt > SLEPT && socket) { const old = socket; connect(); old.close(); }
    catchUp();
  });
  addEventListener('online', catchUp);
  addEventListener('pageshow', (event) => { if (event.persisted) catchUp(); });
  document.addEventListener('game:ask', ask);

  turns = turnsNow();
  tick();
  connect();
  askLater();
  if (arrival && arrival.type === 'back_forward') ask();
})();
