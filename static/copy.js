// Buttons that copy a link. They stand there only where the browser lets a page write to the clipboard.
(() => {
  'use strict';
  const show = (root) => root.querySelectorAll('[data-copy]').forEach((button) => { button.hidden = !navigator.clipboard; });
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('[data-copy]');
    if (!button) return;
    const link = document.getElementById(button.dataset.copy), words = button.textContent;
    try {
      await navigator.clipboard.writeText(link.value ?? link.textContent);
    } catch {
      getSelection().selectAllChildren(link);
      return;
    }
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = words; }, 3000);
  });
  document.addEventListener('htmx:load', (event) => show(event.target));
  show(document);
})();
