// Pushes in this browser: asked for by a button of ours, never on arrival; shown ones go once their page is seen.
(function () {
  const able = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  const box = document.querySelector('[data-push]');
  if (!able) return;

  function bytes(text) {
    const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
    return Uint8Array.from(plain, function (letter) { return letter.charCodeAt(0); });
  }

  function device() {
    const said = navigator.userAgentData;
    if (said && said.brands.length) return said.brands[said.brands.length - 1].brand + ', ' + said.platform;
    const name = /Firefox|Edg|OPR|Chrome|Safari/.exec(navigator.userAgent);
    return (name ? name[0] : 'Browser') + ', ' + (navigator.platform || '');
  }

  function tell(subscription) {
    const given = subscription.toJSON();
    const body = new URLSearchParams({
      endpoint: given.endpoint, p256dh: given.keys.p256dh, auth: given.keys.auth, device: device(),
      csrfmiddlewaretoken: box.querySelector('[name=csrfmiddlewaretoken]').value,
    });
    return fetch(box.dataset.push, {method: 'POST', body: body, credentials: 'same-origin'})
      .then(function (answer) { return answer.json(); });
  }

  navigator.serviceWorker.register('/sw.js').then(function (worker) {
    if (!worker) return; // a browser that blocks it, and says nothing
    worker.getNotifications().then(function (shown) {
      shown.forEach(function (each) {
        if (each.data && each.data.address.split('#')[0] === location.pathname) each.close();
      });
    });
    if (!box) return;
    const button = box.querySelector('button');
    const said = box.querySelector('[role=status]');
    worker.pushManager.getSubscription().then(function (subscription) {
      if (subscription) { said.textContent = box.dataset.on; tell(subscription); } else { button.hidden = false; }
    });
    button.addEventListener('click', function () {
      Notification.requestPermission().then(function (answer) {
        if (answer !== 'granted') { said.textContent = box.dataset.refused; return; }
        return worker.pushManager.subscribe({userVisibleOnly: true, applicationServerKey: bytes(box.dataset.key)})
          .then(tell).then(function (told) {
            said.textContent = told.error || box.dataset.on;
            button.hidden = !told.error;
          });
      }).catch(function () { said.textContent = box.dataset.failed; });
    });
  }).catch(function () {}); // without it all goes on as without pushes

  // After the first orders that were saved here: one line, and the way to the button.
  function offer() {
    const ask = document.querySelector('[data-push-ask]');
    if (!ask || Notification.permission !== 'default' || localStorage.getItem('push-asked')) return;
    ask.hidden = false;
    ask.querySelector('button').addEventListener('click', function () {
      localStorage.setItem('push-asked', '1');
      ask.hidden = true;
    });
  }
  offer();
  document.addEventListener('htmx:afterSettle', offer);
})();
