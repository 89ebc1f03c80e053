// A field of several names: its list goes on offering the next one. Without scripts it offers the first.
(() => {
  'use strict';
  let list, names;
  document.addEventListener('input', ({target}) => {
    if (target.list?.id !== 'member-names') return;
    if (list !== target.list) {
      list = target.list;
      names = [...list.options].map((option) => option.value);
    }
    const before = target.value.replace(/[^\s,;]*$/, '');
    names.forEach((name, n) => {
      list.options[n].value = before + name;
      list.options[n].label = name;
    });
  });
})();
