// Up and down go from row to row of one's games, Home and End to the first and the last; Tab does so without scripts.
document.addEventListener('keydown', (event) => {
  const step = {ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity}[event.key];
  const links = [...document.querySelectorAll('.rows .entry-name a')], at = links.indexOf(document.activeElement);
  if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  links[Math.max(0, Math.min(links.length - 1, at + step))].focus();
});
