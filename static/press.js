// Messages: what is written is kept as one writes, a line that breaks loses nothing, and messages that have been on
// the screen count as read. Without scripts there is a button for each of these.
(() => {
  'use strict';
  const SEEN = 1000, LOOK = 250, WAITS = [2000, 4000, 8000, 15000, 30000]; // ms
  const WITH_WORDS = [409, 422, 429]; // refusals that bring what is to be shown

  const form = () => document.getElementById('write');
  const box = () => document.querySelector('#write textarea');
  const isKeeping = (elt) => elt.matches('#write textarea, [data-keeps]');

  // What of the box is kept: at first what came with it, then what the last answer was about.
  const kept = new WeakMap(), asked = new WeakMap();
  const isKept = (field) => field.value.trim() === (kept.has(field) ? kept.get(field) : field.defaultValue).trim();

  function showState() {
    const said = document.querySelector('#draft-state > span'), field = box();
    if (said && field && !isKept(field) && !said.querySelector('button')) said.textContent = field.dataset.pending;
  }

  // A line that breaks.
  let failed = 0, timer = 0, again = null;
  function showTrouble(kind) {
    const panel = document.getElementById('letter-trouble');
    if (!panel) return;
    panel.hidden = !kind;
    panel.querySelectorAll('[data-trouble]').forEach((each) => { each.hidden = each.dataset.trouble !== kind; });
  }
  function tryAgain() {
    clearTimeout(timer);
    const act = again;
    again = null;
    if (act === 'send' && form()) htmx.trigger(form(), 'submit');
    if (act === 'keep' && box()) htmx.trigger(box(), 'keep');
  }
  function fail(event) {
    const elt = event.detail.elt, status = event.detail.xhr ? event.detail.xhr.status : 0;
    if (!elt.closest || !elt.closest('#write') || WITH_WORDS.includes(status)) return;
    const kind = isKeeping(elt) ? 'keep' : 'send', isOut = status >= 400 && status < 500;
    showTrouble(isOut ? 'out' : kind);
    showState();
    if (isOut) return;
    if (again !== 'send') again = kind; // a message that is to go out is not forgotten over its draft
    clearTimeout(timer);
    timer = setTimeout(tryAgain, WAITS[Math.min(failed, WAITS.length - 1)]);
    failed += 1;
  }
  ['htmx:sendError', 'htmx:timeout', 'htmx:responseError'].forEach((name) => document.addEventListener(name, fail));
  addEventListener('online', () => { if (again) tryAgain(); });

  document.addEventListener('input', (event) => {
    if (event.target !== box()) return;
    const said = document.getElementById('press-said');
    if (said) said.remove();
    if (again) { again = null; clearTimeout(timer); showTrouble(''); }
    showState();
  });
  document.addEventListener('change', (event) => {
    if (event.target.matches('#write [name=to]') && box().value.trim()) htmx.trigger(box(), 'keep');
  });
  document.addEventListener('htmx:beforeRequest', (event) => {
    if (event.detail.elt.closest('#write') && box()) asked.set(box(), box().value);
  });
  document.addEventListener('htmx:beforeSwap', (event) => {
    const target = event.detail.target;
    if (!target || !['press', 'draft-state'].includes(target.id)) return;
    if (WITH_WORDS.includes(event.detail.xhr.status)) event.detail.shouldSwap = true;
  });
  document.addEventListener('htmx:afterRequest', (event) => {
    const {elt} = event.detail.requestConfig, field = box(); // its own target may stand for it, when it is gone
    if (!event.detail.successful || !elt.closest) return;
    if (isKeeping(elt) && field) kept.set(field, asked.get(field));
    else if (elt.id !== 'write') return;
    if (isKeeping(elt) && again === 'send') return;
    failed = 0;
    again = null;
    clearTimeout(timer);
    showTrouble('');
  });
  document.addEventListener('htmx:afterSettle', (event) => { if (event.target.id === 'draft-state') showState(); });

  addEventListener('beforeunload', (event) => {
    const field = box();
    if (field && !isKept(field) && !form().dataset.leaving) event.preventDefault();
  });
  document.addEventListener('submit', (event) => { // by a button that leads to another page
    if (event.target.id === 'write' && !event.defaultPrevented) event.target.dataset.leaving = 'yes';
  });

  // A phase is referred to where one is writing.
  document.addEventListener('click', (event) => {
    if (!event.target.closest('#write [data-insert]')) return;
    event.preventDefault();
    event.stopPropagation();
    const field = box(), at = field.selectionStart;
    const isApart = at === 0 || /\s$/.test(field.value.slice(0, at));
    field.setRangeText(`${isApart ? '' : ' '}[${document.getElementById('quote-phase').value}]`, at, field.selectionEnd, 'end');
    field.focus();
    field.dispatchEvent(new Event('input', {bubbles: true}));
  }, true);

  // Messages that have stood on the screen for a moment, with nothing over them, in a window that someone looks at,
  // are read: up to the first that has not.
  const shownFor = new WeakMap();
  let watching = 0;
  function isUncovered(letter) {
    const box = letter.getBoundingClientRect();
    const at = (y) => letter.contains(document.elementFromPoint(box.left + box.width / 2, y));
    if (!box.height || !at(box.bottom - 3)) return false;
    return box.height > innerHeight * 0.4 || at(box.top + 3); // of a long one the end has to be seen
  }
  function look() {
    const form = document.querySelector('[data-seen]'), unread = [...document.querySelectorAll('#letters [data-new]')];
    if (!form || !unread.length) { clearInterval(watching); watching = 0; return; }
    if (document.hidden || form.matches('.htmx-request') || unread.length < Number(form.dataset.seen)) return;
    unread.forEach((letter) => shownFor.set(letter, isUncovered(letter) ? (shownFor.get(letter) || 0) + LOOK : 0));
    const first = unread.findIndex((letter) => !shownFor.get(letter) || (shownFor.get(letter) < SEEN));
    const read = first < 0 ? unread : unread.slice(0, first);
    if (!read.length) return;
    form.elements.upto.value = read.at(-1).dataset.new;
    read.forEach((letter) => letter.removeAttribute('data-new'));
    htmx.trigger(form, 'seen');
  }
  function watch() {
    if (!watching && document.querySelector('[data-seen]')) watching = setInterval(look, LOOK);
  }

  // How many messages are new stands in the title. While one that came on the open page is unread and Press is
  // out of sight, a link leads there; on a phone its tab says so.
  let wasUnread = Infinity, isOffered = false;
  function count() {
    const mark = document.querySelector('#press .press-news .mark'), unread = mark ? parseInt(mark.textContent, 10) : 0;
    document.title = document.title.replace(/^(• )?(?:\(\d+\) )?/, (_all, dot = '') => dot + (unread ? `(${unread}) ` : ''));
    if (wasUnread > 0 && !unread) document.querySelector('[data-new-letter]')?.remove();
    if (unread !== wasUnread) isOffered = unread > wasUnread || (isOffered && unread > 0);
    wasUnread = unread;
    if (isOffered) document.querySelector('#letter-came a').textContent = mark.textContent.trim();
    offer();
  }
  function offer() {
    const link = document.getElementById('letter-came'), press = document.getElementById('press');
    if (!link || (!isOffered && link.hidden)) return;
    const box = press && press.getBoundingClientRect();
    link.hidden = !isOffered || !box || (box.top < innerHeight && box.bottom > 0);
  }
  addEventListener('scroll', offer, {passive: true});
  addEventListener('resize', offer);
  document.addEventListener('click', (event) => {
    if (!event.target.closest('#letter-came button')) return;
    isOffered = false;
    offer();
  });
  document.addEventListener('htmx:afterSettle', count);
  document.addEventListener('htmx:oobAfterSwap', count);

  document.addEventListener('DOMContentLoaded', () => {
    count();
    watch();
    htmx.onLoad(watch);
    const field = box(); // what a browser puts back into a page that is loaded again
    if (field && field.value !== field.defaultValue) { showState(); htmx.trigger(field, 'keep'); }
  });
})();
