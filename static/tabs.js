// On a phone the parts of a game's page stand behind tabs, below its map. Elsewhere, and without scripts, all of
// them stand in the page. games.css lays both out alike, before this script is there: nothing moves when it comes.
(() => {
  'use strict';
  const narrow = matchMedia('(max-width: 59.99em) and (scripting: enabled)');
  let chosen = '';

  const list = () => document.getElementById('tabs');
  const tabs = () => [...list().querySelectorAll('[role=tab]')];
  const panels = (tab) => tab.getAttribute('aria-controls').split(' ').map((id) => document.getElementById(id));
  const tabAt = (hash) => {
    const target = hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)));
    return target && tabs().find((tab) => panels(tab).some((panel) => panel.contains(target)));
  };

  function lay() {
    if (!list()) return;
    const isOn = narrow.matches;
    const open = tabs().find((tab) => tab.id === chosen) || tabs()[0];
    for (const tab of tabs()) {
      tab.setAttribute('aria-selected', tab === open);
      tab.tabIndex = tab === open ? 0 : -1;
      for (const panel of panels(tab)) {
        panel.hidden = isOn && tab !== open;
        if (isOn) { panel.setAttribute('role', 'tabpanel'); panel.setAttribute('aria-labelledby', tab.id); }
        else { panel.removeAttribute('role'); panel.removeAttribute('aria-labelledby'); }
      }
    }
  }

  function open(tab) {
    chosen = tab.id;
    lay();
    if (!narrow.matches) return;
    list().scrollLeft += tab.getBoundingClientRect().left - list().getBoundingClientRect().left - 40; // the one before shows
    showTop(tab);
  }

  // Its first part comes right below the row of tabs, however far down the one before it was read.
  function showTop(tab) {
    const parts = panels(tab).flatMap((panel) => [...panel.children]).filter((part) => part.getClientRects().length);
    const under = list().getBoundingClientRect().bottom + 8;
    const top = Math.min(...parts.map((part) => part.getBoundingClientRect().top));
    if (top < under) scrollBy({top: top - under, behavior: 'instant'});
  }

  document.addEventListener('click', (event) => {
    if (!list()) return;
    const tab = event.target.closest('#tabs [role=tab]'), link = event.target.closest('a[href^="#"]');
    if (tab) open(tab);
    else if (link && tabAt(link.hash)) open(tabAt(link.hash));
  });
  document.addEventListener('keydown', (event) => {
    if (!event.target.matches || !event.target.matches('#tabs [role=tab]')) return;
    const all = tabs(), at = all.indexOf(event.target);
    const to = {
      ArrowRight: all[(at + 1) % all.length], ArrowLeft: all[(at - 1 + all.length) % all.length],
      Home: all[0], End: all[all.length - 1],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    open(to);
    to.focus();
  });
  function goTo() {
    const tab = list() && tabAt(location.hash);
    if (!tab) return;
    open(tab);
    if (narrow.matches) document.getElementById(location.hash.slice(1)).scrollIntoView();
  }
  addEventListener('hashchange', goTo);
  narrow.addEventListener('change', lay);
  document.addEventListener('htmx:afterSwap', (event) => { if (event.target.id === 'page') lay(); });
  lay();
  goTo();
})();
