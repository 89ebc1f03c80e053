// When a phase has closed its result comes first: the slips turn, or the moves run on the map. Once it has been on
// the screen for as long as that takes, it counts as seen. Without this script a button says so.
(() => {
  'use strict';
  const RUN = 3000; // ms, as long as the animations of games.css
  const still = matchMedia('(prefers-reduced-motion: reduce)');

  const one = (selector) => document.querySelector(selector);
  const panel = () => one('#fresh:not([hidden])');
  const board = () => one('#map .board');
  let timer = 0, isSeen = false;

  // What happened stands in the list of results, and on top while it is new.
  function carry(isUp) {
    document.querySelectorAll('[data-happened]').forEach((part) => {
      if (isUp) one('#fresh').append(part);
      else one(`#${part.dataset.happened} > .panel-head`).after(part);
    });
  }

  const sight = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting || document.hidden) return;
    sight.disconnect();
    run();
  }, {threshold: 1});
  function wait() {
    sight.disconnect();
    if (!panel() || isSeen) return;
    showSkip(false);
    sight.observe(one('#h-fresh'));
  }

  // Its place is kept before and after: nothing below it moves.
  function showSkip(isShown) {
    one('[data-fresh=skip]').style.visibility = isShown && !still.matches ? '' : 'hidden';
  }

  function run() {
    clearTimeout(timer);
    timer = setTimeout(finish, RUN);
    if (!board()) return;
    document.querySelectorAll('.ran .o-move:not(.o-convoyed) :is(.o-case, .o-line)').forEach((line) => {
      line.setAttribute('pathLength', 1);
    });
    if (one('.ran')) board().dataset.run = 'on';
    showSkip(true);
    if (still.matches) finish(false);
  }

  function finish(hasBeenShown = true) {
    if (!panel()) return;
    if (board() && 'run' in board().dataset) board().dataset.run = '';
    document.querySelectorAll('.is-sealed').forEach((row) => row.classList.remove('is-sealed'));
    showSkip(false);
    if (hasBeenShown) see();
  }

  function see() {
    clearTimeout(timer);
    const form = one('#fresh form');
    if (isSeen || !form) return;
    isSeen = true;
    const sent = {method: 'POST', body: new FormData(form), headers: {'HX-Request': 'true'}, keepalive: true};
    fetch(form.action, sent).catch(() => { isSeen = false; });
  }

  function goOn() {
    finish();
    clearMap();
    carry(false);
    panel().hidden = true;
    document.querySelectorAll('.result-news').forEach((mark) => mark.remove());
    const tab = one('#tabs:not([hidden]) #tab-for-sheet'), heading = one('#h-answer') || one('#h-outcome') || one('#page h1');
    if (tab) tab.click();
    (one('#outcome') || one('.game-head')).scrollIntoView({block: 'start', behavior: 'instant'});
    heading.tabIndex = -1;
    heading.focus({preventScroll: true});
  }
  function clearMap() { if (board()) delete board().dataset.run; }

  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-fresh]');
    if (event.target.closest('#tab-for-results')) document.querySelectorAll('.result-news').forEach((mark) => mark.remove());
    if (!button) return;
    event.preventDefault();
    if (button.dataset.fresh === 'on') goOn();
    else finish();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && panel() && one('[data-fresh=skip]').checkVisibility({visibilityProperty: true})) finish();
  });
  // A player who begins to order wants the map as it is now.
  document.addEventListener('pointerdown', (event) => { if (event.target.closest('#map .board-svg')) clearMap(); });
  document.addEventListener('change', (event) => { if (event.target.closest('#sheet')) clearMap(); });

  document.addEventListener('visibilitychange', wait);
  document.addEventListener('game:moved', () => {
    isSeen = false;
    clearTimeout(timer);
    const waiting = one('#fresh[hidden]');
    if (waiting) {
      carry(true);
      waiting.hidden = false;
    }
    wait();
  });
  wait();
})();
