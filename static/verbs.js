// A unit's order as lists of their own for verb, target and goal. The one long list stays what is sent and what
// sheet.js and map.js read and set; the short ones follow it and set it. Without this script it is shown itself.
(() => {
  'use strict';
  const drafts = new Map(); // what is chosen so far and is no order yet, by phase and long list
  let words, held = ''; // the short list in use, by its id

  const longOf = (list) => document.getElementById(list.dataset.of);
  const keyOf = (long) => `${long.form.elements.label.value} ${long.id}`;
  const shortOf = (long) => [...long.parentElement.querySelectorAll('[data-of]')];

  // A choice taken apart: each part with its value and what it says. The last part's value is the order.
  function partsOf({value, text}) {
    const order = value.split(' '), key = order.at(-1) === 'VIA' ? 'VIA' : order[2];
    const [verb, pattern] = words.verbs[key] || [];
    if (!verb) return [[value, text]];
    const [before, between, after] = pattern.split('{}'), said = text.slice(before.length);
    if (after === undefined) return [[key, verb], [value, said.slice(0, said.length - between.length)]];
    const [whom, goal] = said.split(between);
    return [[key, verb], [order.slice(3, 5).join(' '), whom], [value, goal ? between.trim() + ' ' + goal : words.hold]];
  }

  function fill(list, choices, chosen = '') {
    const isInUse = list === document.activeElement && [...list.options].some((each) => each.value === chosen);
    const options = !choices.size || choices.has(chosen) ? [...choices] : [['', words.choose], ...choices];
    if (!isInUse) list.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
    list.value = chosen;
    list.hidden = !choices.size;
  }

  // Show what is chosen, list by list; what leaves no choice is chosen. Gives the order, if it is one.
  function draw(long, chosen) {
    let left = [...long.options].map(partsOf);
    shortOf(long).forEach((list, at) => {
      const choices = new Map(left.flatMap((parts) => parts.slice(at, at + 1)));
      if (!(at in chosen) && choices.size === 1) chosen.push(...choices.keys());
      fill(list, choices, chosen[at]);
      left = left.filter((parts) => parts[at]?.[0] === chosen[at]);
    });
    return left.length ? left[0].at(-1)[0] : null;
  }

  function show(long) {
    const draft = drafts.get(keyOf(long));
    if (draft?.was === long.value) draw(long, [...draft.chosen]);
    else {
      drafts.delete(keyOf(long));
      draw(long, partsOf(long.selectedOptions[0]).map(([value]) => value));
    }
    warn(long);
  }

  // A player who leaves an order half chosen is told, beside it and beside the button that saves, what is missing and what stands.
  function missing(long) {
    const draft = drafts.get(keyOf(long));
    if (!draft?.isLeft) return '';
    const unit = long.parentElement.querySelector('abbr').textContent;
    const wanted = draft.chosen.length > 1 ? words.where : words.half[draft.chosen[0]];
    const standing = draft.was ? words.stands.replace('{}', long.selectedOptions[0].text) : words.holds;
    return `${wanted.replace('{}', unit)} ${standing}`;
  }

  function warn(long) {
    const says = missing(long), row = long.parentElement;
    let box = row.querySelector('.field-error');
    if (!box && says) {
      box = document.createElement('p');
      box.className = 'field-error order-half';
      box.id = `${long.id}-half`;
      row.append(box);
    }
    if (box && !says) box.remove();
    else if (box && box.textContent !== says) box.textContent = says;
    shortOf(long).forEach((list) => {
      if (says && !list.value && !list.hidden) list.setAttribute('aria-invalid', 'true');
      else list.removeAttribute('aria-invalid');
      if (says) list.setAttribute('aria-describedby', box.id);
      else list.removeAttribute('aria-describedby');
    });
    const sum = document.getElementById('answer-half');
    const all = [...document.querySelectorAll('[data-verbs] .order-half')].map((each) => each.textContent).join(' ');
    if (sum && sum.textContent !== all) sum.textContent = all;
  }

  function leave(list) {
    const long = list && longOf(list), draft = long && drafts.get(keyOf(long));
    if (!draft) return;
    draft.isLeft = true;
    show(long);
  }

  function choose(list) {
    const long = longOf(list), lists = shortOf(long), was = long.value;
    const chosen = lists.slice(0, lists.indexOf(list) + 1).map((each) => each.value);
    if (chosen.length > 1 && !list.value) chosen.pop();
    const order = draw(long, chosen);
    if (order === null) drafts.set(keyOf(long), {chosen, was, isLeft: drafts.get(keyOf(long))?.isLeft});
    else drafts.delete(keyOf(long));
    warn(long);
    if (order === null || order === was) return;
    long.value = order;
    ['input', 'change'].forEach((type) => long.dispatchEvent(new Event(type, {bubbles: true})));
  }

  function dress(long) {
    const row = long.parentElement, label = row.querySelector('label');
    words.labels.forEach((says, at) => {
      const list = document.createElement('select');
      list.id = `${long.id}-${at}`;
      list.dataset.of = long.id;
      list.autocomplete = 'off';
      list.setAttribute('aria-label', says.replace('{}', label.querySelector('abbr').title));
      long.before(list);
    });
    label.htmlFor = `${long.id}-0`;
    row.classList.remove('order-wide');
    long.hidden = true;
  }

  function begin() {
    const box = document.querySelector('[data-verbs]');
    if (!box) return;
    words = JSON.parse(box.dataset.verbs);
    box.querySelectorAll('select[name]').forEach((long) => {
      if (!long.hidden) dress(long);
      show(long);
    });
    if (document.activeElement === document.body) document.getElementById(held)?.focus({preventScroll: true});
  }

  ['input', 'change'].forEach((type) => document.addEventListener(type, (event) => {
    const list = event.target;
    if (list.matches('select[data-of]')) {
      event.stopPropagation(); // what is chosen is told by the long list
      if (type === 'change') choose(list);
    } else if (list.matches('[data-verbs] select[name]')) show(list);
  }, true));

  // A player who goes on before an order is whole keeps what was chosen, and is told.
  document.addEventListener('focusin', ({target}) => {
    const last = document.getElementById(held);
    held = target.matches('select[data-of]') ? target.id : '';
    if (last && last.parentElement !== target.parentElement) afterPressing(() => leave(last));
  });
  document.addEventListener('focusout', ({target}) => setTimeout(() => {
    if (!target.isConnected || document.activeElement !== document.body) return;
    const last = document.getElementById(held);
    if (last) afterPressing(() => leave(last));
    held = '';
  }));

  // With half an order no one is ready: the orders are saved as they stand, and the player is led to what is missing.
  addEventListener('submit', (event) => {
    const button = event.submitter, form = event.target;
    if (form.id !== 'sheet' || button?.name !== 'ready' || button.value !== 'yes') return;
    form.querySelectorAll('[data-verbs] select[name]').forEach((long) => leave(shortOf(long)[0]));
    const list = form.querySelector('[data-of][aria-invalid]');
    if (!list) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    setTimeout(() => form.requestSubmit(form.querySelector('[name=ready][value=""]'))); // none within another
    list.focus();
  }, true);

  ['htmx:load', 'sheet:followed'].forEach((type) => document.addEventListener(type, begin));
  begin();
})();
