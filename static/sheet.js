// The reader's orders save themselves while they write: the same form, the same address, as when they press Save.
// One save at a time, in order; a save that did not get through is sent again before anything newer.
// Without this script the buttons do all of it.
(() => {
  'use strict';
  const PAUSE = 700; // ms after the last key; a choice is saved at once
  const FIRST_WAIT = 2000, LONGEST_WAIT = 30000; // ms before it is tried again
  const MAKERS = ['more', 'less', 'help', 'nothing'];
  const KEYS = ['csrfmiddlewaretoken', 'version', 'drawn', 'was_ready'];
  const PARTS = '#answer [data-part], #tally';

  let known = null; // what the fields say when nothing in them is new
  let asked = null; // what the reader asked for: '' to save, 'yes' and 'no' for being ready
  let unsent = null; // a save that may or may not have arrived
  let running = null; // the saving that is going on
  let isHeld = false; // it was refused: only their own word, or other words of theirs, may send it again
  let pressed = null; // a button that makes rows of the sheet more, fewer or others, or fills them in
  let isAnew = false; // its rows are to be drawn again, as soon as nothing newer stands in them
  let writing = null; // the box they write in
  let behind = null; // what it says, and how the same reads as it was saved
  let isShowing = false; // parts of the sheet are being swapped, not the sheet
  let timer = 0, wait = FIRST_WAIT;

  const sheet = () => document.getElementById('sheet');
  const one = (selector) => document.querySelector(selector);

  // What it says. Fields that wait for a button of their own say nothing yet.
  function written(form) {
    const data = new FormData(form);
    KEYS.concat(aside(form)).forEach((name) => data.delete(name));
    return new URLSearchParams(data).toString();
  }

  const aside = (form) => Array.from(form.querySelectorAll('[data-aside] [name]'), (field) => field.name);

  // What they say in the page as it came: a browser may have brought back what was typed before.
  function printed(form) {
    const copy = form.cloneNode(true);
    copy.reset();
    return written(copy);
  }

  const isDirty = () => sheet() !== null && (unsent !== null || written(sheet()) !== known);

  function begin() {
    known = sheet() ? printed(sheet()) : null;
    isHeld = sheet() !== null && one('#answer [data-unsaved]') !== null;
    if (isHeld) known = ''; // a page that came back with what was refused: nothing of it is saved
    else changed(PAUSE);
    document.querySelectorAll('[data-no-script]').forEach((button) => { button.hidden = true; });
  }

  function showWord() {
    if (isHeld) return;
    document.querySelectorAll('#answer [data-saving]').forEach((word) => { word.textContent = word.dataset.saving; });
  }

  function showTrouble(isTrouble) {
    const box = document.getElementById('answer-trouble'), word = one('#answer-state [data-saving]');
    if (!box) return;
    const brief = one('#answer-brief [data-lost]');
    if (isTrouble && brief) brief.textContent = brief.dataset.lost;
    if (word) (word.closest('.notice') || word.parentElement).hidden = isTrouble; // one of them speaks
    if (isTrouble && box.hidden) {
      box.hidden = false;
      box.scrollIntoView({block: 'nearest'});
    }
    box.hidden = !isTrouble;
  }

  // What they change.
  document.addEventListener('input', (event) => {
    if (event.target.form !== sheet()) return;
    writing = event.target;
    changed(PAUSE);
  });
  document.addEventListener('change', (event) => { if (event.target.form === sheet()) changed(0); });

  function changed(pause) {
    if (!sheet() || !isDirty()) return;
    if (!one('#answer-state [data-stale]')) isHeld = false;
    if (isHeld) return;
    showWord();
    clearTimeout(timer);
    timer = setTimeout(save, pause);
  }

  // What they ask for.
  document.addEventListener('submit', (event) => {
    const form = event.target, button = event.submitter;
    if (form.closest('#answer-ready')) asked = 'no';
    else if (form === sheet() && button && MAKERS.includes(button.name)) [asked, pressed] = ['', button];
    else if (form === sheet() && !(button && button.hasAttribute('formaction'))) {
      asked = button ? button.value : '';
    } else return;
    event.preventDefault();
    isHeld = false;
    showWord();
    save();
  }, true);

  // The choices' own requests are for pages where nothing saves itself.
  document.addEventListener('htmx:configRequest', (event) => {
    if (sheet() && sheet().contains(event.detail.elt)) event.preventDefault();
  });

  // To throw away what is typed here is their word too.
  document.addEventListener('click', (event) => {
    const link = event.target.closest('[data-give-up]');
    if (!link) return;
    event.preventDefault();
    htmx.ajax('GET', link.href, {target: '#answer', select: '#answer', selectOOB: '#map', swap: 'outerHTML'});
  });

  // Saving.
  function save() {
    clearTimeout(timer);
    if (!running) running = goOn().finally(() => { running = null; });
    return running;
  }

  function next() {
    const form = sheet();
    if (!form || (asked === null && (isHeld || written(form) === known))) return null;
    const data = new FormData(form), ready = asked;
    if (!pressed || pressed.name !== 'help') aside(form).forEach((name) => data.delete(name));
    if (pressed) {
      data.set(pressed.name, pressed.value);
      isAnew = true;
    }
    data.set('writing', 'yes');
    data.set('ready', ready || '');
    asked = pressed = null;
    return {data, written: written(form), action: form.getAttribute('action').split('#')[0], wasReady: isReady()};
  }

  const isReady = () => one('#answer-state[data-ready]') !== null;

  async function goOn() {
    while ((unsent = unsent || next())) {
      showWord();
      const answer = await post(unsent);
      if (answer === null) {
        showTrouble(true);
        timer = setTimeout(save, wait);
        wait = Math.min(wait * 2, LONGEST_WAIT);
        return false;
      }
      wait = FIRST_WAIT;
      showTrouble(false);
      const sent = unsent;
      unsent = null;
      show(answer, sent);
      if (isReady() !== sent.wasReady) document.dispatchEvent(new Event('game:ask'));
    }
    return true;
  }

  async function post(job) {
    try {
      const answer = await fetch(job.action, {
        method: 'POST',
        body: new URLSearchParams(job.data),
        headers: {'HX-Request': 'true'},
        signal: AbortSignal.timeout(20000),
      });
      if (answer.status === 403) await renew(job);
      const text = answer.ok && !answer.redirected ? await answer.text() : '';
      return text.includes('id="answer"') ? text : null;
    } catch (error) {
      return null;
    }
  }

  // Signing in again elsewhere gives forms another key.
  async function renew(job) {
    const text = await (await fetch(location.href)).text();
    const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('[name=csrfmiddlewaretoken]');
    if (!fresh) return;
    job.data.set(fresh.name, fresh.value);
    document.querySelectorAll('[name=csrfmiddlewaretoken]').forEach((field) => { field.value = fresh.value; });
  }

  function show(text, sent) {
    const answer = new DOMParser().parseFromString(text, 'text/html');
    if (answer.querySelector('#answer[data-given-back]')) {
      htmx.swap('#answer', text, {swapStyle: 'outerHTML'}, {select: '#answer', eventInfo: {}});
      document.dispatchEvent(new Event('game:ask'));
      return;
    }
    const isAsSent = written(sheet()) === sent.written;
    if (isAnew && isAsSent && !answer.querySelector('#answer-state[data-refused]')) {
      isAnew = false;
      drawAnew(text, answer);
      return;
    }
    const here = document.activeElement;
    const isInUse = (part) => part.contains(here) && here.matches('input, select, textarea') && !here.id;
    const parts = [...document.querySelectorAll(PARTS)].filter((part) => !isInUse(part));
    const ids = parts.map((part) => part.id).concat(answer.getElementById('map') ? ['map'] : []);
    isShowing = true;
    htmx.swap('#answer', text, {swapStyle: 'none'}, {selectOOB: ids.map((id) => '#' + id).join(','), eventInfo: {}});
    isShowing = false;
    if (!here.isConnected && document.activeElement === document.body) {
      const button = one('#sheet [name="ready"][value="yes"]');
      if (button) button.focus({preventScroll: true});
    }
    isHeld = answer.querySelector('#answer-state[data-refused]') !== null;
    if (isHeld) return;
    if (isAsSent) {
      follow(answer.getElementById('sheet'));
      known = written(sheet());
    } else {
      known = sent.written;
      showWord();
    }
  }

  // The whole sheet, where it has other rows now. What stood open stays open; the hand stays where it was.
  function drawAnew(text, answer) {
    const here = document.activeElement.closest('#answer details');
    const open = Array.from(document.querySelectorAll('#answer details[open]'), (each) => each.id);
    const selectOOB = answer.getElementById('map') ? '#map' : '';
    htmx.swap('#answer', text, {swapStyle: 'outerHTML'}, {select: '#answer', selectOOB, eventInfo: {}});
    open.map((id) => document.getElementById(id)).forEach((each) => { if (each) each.open = true; });
    const part = here && document.getElementById(here.id);
    if (part && document.activeElement === document.body) part.querySelector('summary').focus({preventScroll: true});
  }

  // Fields that stand still are brought to what was saved; the one in use keeps its caret and its list.
  function follow(fresh) {
    const form = sheet();
    for (const field of fresh.querySelectorAll('[name^="was-"]')) {
      const own = form.elements[field.name];
      if (own) own.value = field.value;
    }
    for (const field of fresh.querySelectorAll('select[name], textarea[name], input[id]')) {
      const own = document.getElementById(field.id);
      if (!own || own.closest('[data-aside]')) continue;
      for (const name of ['aria-invalid', 'aria-describedby']) {
        if (field.hasAttribute(name)) own.setAttribute(name, field.getAttribute(name));
        else own.removeAttribute(name);
      }
      if (own.matches('input')) continue;
      if (own.matches('select') && own !== document.activeElement && own.innerHTML !== field.innerHTML) {
        own.innerHTML = field.innerHTML;
      }
      if (own.value === field.value) continue;
      if (own === writing && own.id !== 'typed' && own.value.trim()) {
        behind = {own, wrote: own.value, value: field.value};
        continue; // no one's words change while they write them
      }
      const caret = own.selectionEnd;
      own.value = field.value;
      if (own === document.activeElement && own.setSelectionRange) own.setSelectionRange(caret, caret);
    }
    document.dispatchEvent(new Event('sheet:followed'));
  }

  // A player who has stopped writing sees the words as they were saved.
  document.addEventListener('focusout', (event) => {
    writing = null;
    if (!behind || event.target !== behind.own) return;
    if (behind.own.value === behind.wrote && !isDirty()) {
      behind.own.value = behind.value;
      known = written(sheet());
    }
    behind = null;
  });

  // Before the page moves on: what is new is sent, and given back if it is too late.
  document.addEventListener('game:leaving', (event) => {
    if (!isDirty() && !running) return;
    isHeld = false;
    if (asked === null) asked = '';
    event.detail.push(save());
  });

  const retry = () => { if (unsent && !running) save(); };
  addEventListener('online', retry);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) retry(); });
  addEventListener('beforeunload', (event) => { if (isDirty()) event.preventDefault(); });

  // The sheet as a whole comes again when the page moves on, or when it was saved elsewhere.
  document.addEventListener('htmx:afterSwap', (event) => {
    if (!isShowing && (event.target.id === 'answer' || event.target.id === 'page')) begin();
  });
  document.addEventListener('game:seen', () => {
    const status = document.getElementById('status');
    const saved = status ? status.dataset.answer : undefined;
    const own = sheet() ? sheet().elements.version.value : undefined;
    if (saved === undefined || own === undefined || Number(saved) <= Number(own) || isDirty() || running) return;
    htmx.ajax('GET', location.pathname, {target: '#answer', select: '#answer', selectOOB: '#map', swap: 'outerHTML'});
  });
  begin();
})();
