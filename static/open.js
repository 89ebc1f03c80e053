// The form that opens a game shows only what counts for the game that is chosen. Without scripts all of it stands there.
(() => {
  'use strict';
  const form = document.querySelector('.open-form form');
  if (!form) return;
  const deals = form.querySelector('[name=dealing]')?.closest('.field');
  function fit() {
    const chosen = form.querySelector('[name=variant]:checked')?.value;
    for (const group of form.querySelectorAll('[data-for]')) group.hidden = group.dataset.for !== chosen;
    if (deals) deals.hidden = !form.dataset.deals.split(' ').includes(chosen);
  }
  form.addEventListener('change', fit);
  addEventListener('pageshow', fit);
  fit();
})();
