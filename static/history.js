// From one phase of a game to the one before it or after it by the arrow keys, where nothing else wants them.
document.addEventListener('keydown', (event) => {
  const rel = {ArrowLeft: 'prev', ArrowRight: 'next'}[event.key];
  if (!rel || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest('input, select, textarea, summary, [role], [tabindex="0"]:not(a)')) return;
  const link = document.querySelector(`.timeline a[rel=${rel}]`);
  if (link) link.click();
});
