// The service worker: shows pushes, leads where they lead, and keeps static files whose names hold their hash.
// Pages are never kept: a phone may be someone else's tomorrow.
const KEPT = 'static-1';
const HASHED = /\/static\/.*\.[0-9a-f]{12}\.\w+$/;

self.addEventListener('install', function () { self.skipWaiting(); });

self.addEventListener('activate', function (event) {
  event.waitUntil(caches.keys().then(function (names) {
    return Promise.all(names.filter(function (name) { return name !== KEPT; }).map(function (name) {
      return caches.delete(name);
    }));
  }).then(function () { return self.clients.claim(); }));
});

self.addEventListener('fetch', function (event) {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin || !HASHED.test(url.pathname)) return;
  event.respondWith(caches.open(KEPT).then(function (cache) {
    return cache.match(event.request).then(function (kept) {
      return kept || fetch(event.request).then(function (answer) {
        if (answer.ok) cache.put(event.request, answer.clone());
        return answer;
      });
    });
  }));
});

self.addEventListener('push', function (event) {
  let told = {};
  try { told = event.data ? event.data.json() : {}; } catch { told = {}; }
  event.waitUntil(self.registration.showNotification(told.title || 'Poste Restante', {
    body: told.body || '', tag: told.tag || 'several', data: {address: told.address || '/notices/'},
  }));
});

self.addEventListener('notificationclick', function (event) {
  event.notification.close();
  const address = new URL(event.notification.data.address, self.location.origin);
  if (address.origin !== self.location.origin) return;
  event.waitUntil(self.clients.matchAll({type: 'window'}).then(function (windows) {
    for (const each of windows) {
      if (new URL(each.url).pathname === address.pathname) return each.focus();
    }
    return self.clients.openWindow(address.href);
  }));
});
