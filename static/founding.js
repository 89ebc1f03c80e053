// The form of a new season: a link to a field that is folded away unfolds it; where no one has told the site their
// time zone, the browser's is taken. Without scripts one unfolds and chooses by hand.
(() => {
  'use strict';
  document.addEventListener('click', ({target}) => {
    const link = target.closest('a[href^="#"]');
    const field = link && document.getElementById(link.hash.slice(1));
    const fold = field?.closest('details');
    if (fold) fold.open = true;
  });
  const show = () => {
    const zone = document.getElementById('id_zone'), place = document.getElementById('zone-place');
    if (zone && place) place.textContent = zone.selectedOptions[0].text;
  };
  document.addEventListener('input', ({target}) => { if (target.id === 'id_zone') show(); });
  const zone = document.querySelector('select[data-zone-of-browser]');
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || ![...zone.options].some((option) => option.value === here)) return;
  zone.value = here;
  zone.dispatchEvent(new Event('input', {bubbles: true}));
})();
