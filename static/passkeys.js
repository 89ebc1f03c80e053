// Passkeys: the browser makes or shows one, and the form carries its answer to the site.
(function () {
  'use strict';
  var passkeys = window.webauthnJSON;

  function say(form, what) {
    form.querySelectorAll('[data-trouble]').forEach(function (line) { line.hidden = line.dataset.trouble !== what; });
  }

  async function optionsOf(form) {
    if (form.dataset.options) return JSON.parse(form.dataset.options);
    var answer = await fetch(form.action, {headers: {Accept: 'application/json'}});
    if (!answer.ok) throw new Error('no options');
    return (await answer.json()).request_options;
  }

  async function ask(form) {
    var options = await optionsOf(form);
    if (form.dataset.passkey === 'get') return passkeys.get(options);
    var alone = form.elements.passwordless.checked, wanted = options.publicKey.authenticatorSelection;
    wanted.residentKey = alone ? 'required' : 'discouraged';
    wanted.requireResidentKey = alone;
    if (alone) wanted.userVerification = 'required';
    return passkeys.create(options);
  }

  document.querySelectorAll('form[data-passkey]').forEach(function (form) {
    if (!passkeys || !passkeys.supported()) {
      form.nextElementSibling.hidden = false;
      return;
    }
    form.hidden = false;
    var button = form.querySelector('button');
    form.addEventListener('submit', async function (event) {
      event.preventDefault();
      button.disabled = true;
      say(form, '');
      try {
        form.elements.credential.value = JSON.stringify(await ask(form));
        form.submit();
      } catch (error) {
        button.disabled = false;
        say(form, error.name === 'InvalidStateError' ? 'known' : 'other');
      }
    });
  });
}());
