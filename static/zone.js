// Signing up tells the site which time zone the browser is in. Without this it is UTC, and the profile says so.
document.querySelectorAll('[data-own-zone]').forEach(function (field) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || '';
});
