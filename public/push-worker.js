// Shows what is pushed to this browser, and opens it. It keeps no pages: the dashboard is always the newest.
'use strict';

const badge = (count) => {
  if (!('setAppBadge' in self.navigator)) return undefined;
  return count > 0 ? self.navigator.setAppBadge(count) : self.navigator.clearAppBadge();
};

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title, body, path, tag, badge: count } = event.data.json();
  const shown = self.registration.showNotification(title, {
    body,
    tag,
    data: { path },
    icon: '/icon-192.png',
    badge: '/icon-192.png',
  });
  event.waitUntil(Promise.all([shown, badge(count)]));
});

// a tap opens the lead, in the window that is there where there is one
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data;
  const open = async () => {
    await badge(0);
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const dashboard = windows.find((client) => new URL(client.url).pathname === '/dashboard');
    if (!dashboard) return self.clients.openWindow(path);
    await dashboard.focus();
    return dashboard.navigate(path);
  };
  event.waitUntil(open());
});
