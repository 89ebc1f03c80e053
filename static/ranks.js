// Lists in order of preference: dragged by their numbers, moved by buttons, and never with one power twice.
// The selects are the list. Without this script each of them is chosen by itself.
(() => {
  'use strict';
  const ENDS = '[data-up]';
  const held = new WeakMap(); // what each select held before it was changed
  let dragged = null;

  const selects = (list) => [...list.querySelectorAll('select')];
  const listOf = (element) => element.closest && element.closest(ENDS);

  function note(list) {
    selects(list).forEach((select) => {
      held.set(select, select.value);
      const [id] = (select.getAttribute('aria-describedby') || '').split(' '); // an error may come after it
      const says = document.getElementById(id);
      const option = select.selectedOptions[0];
      if (says) says.textContent = option ? option.dataset.says || '' : '';
    });
  }

  function dress(list) {
    if (list.querySelector('[data-move]')) return;
    selects(list).forEach((select, at) => {
      const row = select.closest('li');
      const buttons = document.createElement('div');
      buttons.className = 'row';
      [['up', -1, '↑'], ['down', 1, '↓']].forEach(([name, by, sign]) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.className = 'button button-square';
        button.dataset.move = by;
        button.textContent = sign;
        button.disabled = by < 0 ? at === 0 : at === selects(list).length - 1;
        const label = row.querySelector('label').textContent;
        button.setAttribute('aria-label', `${label}: ${list.dataset[name]}`);
        buttons.append(button);
      });
      row.append(buttons);
      row.querySelector('label').draggable = true;
    });
    note(list);
  }

  // From one place to another; those between make room.
  function move(list, from, to) {
    const all = selects(list), values = all.map((select) => select.value);
    values.splice(to, 0, ...values.splice(from, 1));
    all.forEach((select, at) => { select.value = values[at]; });
    note(list);
    all[to].dispatchEvent(new Event('change', {bubbles: true}));
  }

  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-move]');
    if (!button) return;
    const list = listOf(button), from = selects(list).indexOf(button.closest('li').querySelector('select'));
    const to = from + Number(button.dataset.move);
    move(list, from, to);
    const rows = selects(list).map((select) => select.closest('li'));
    const next = rows[to].querySelector(`[data-move="${button.dataset.move}"]`);
    (next.disabled ? rows[to].querySelector('[data-move]:not(:disabled)') : next).focus();
  });

  // Choosing a power that stands elsewhere swaps the two.
  document.addEventListener('change', (event) => {
    const list = listOf(event.target), select = event.target;
    if (!list || !select.matches('select')) return;
    const twin = selects(list).find((other) => other !== select && select.value && other.value === select.value);
    if (twin) twin.value = held.get(select) || '';
    note(list);
  }, true);
  document.addEventListener('focusin', (event) => { if (listOf(event.target)) note(listOf(event.target)); });

  document.addEventListener('dragstart', (event) => {
    if (listOf(event.target)) dragged = event.target.closest('li');
  });
  document.addEventListener('dragover', (event) => {
    if (dragged && listOf(event.target) === listOf(dragged)) event.preventDefault();
  });
  document.addEventListener('drop', (event) => {
    const row = event.target.closest('li'), list = listOf(event.target);
    if (!dragged || !row || list !== listOf(dragged)) return;
    event.preventDefault();
    const at = (each) => selects(list).indexOf(each.querySelector('select'));
    if (row !== dragged) move(list, at(dragged), at(row));
  });
  document.addEventListener('dragend', () => { dragged = null; });

  const begin = (root) => root.querySelectorAll(ENDS).forEach(dress);
  document.addEventListener('htmx:load', (event) => begin(event.target));
  begin(document);
})();
