// Shows what is pushed to this browser, and opens it. It keeps no pages: the dashboard is always the newest.
'use strict';

/**
 * @typedef {{ title: string, body: string, path: string, tag: string, badge: number }} PushedPayload
 * @typedef {{ url: string, focus(): Promise<void>, navigate(path: string): Promise<unknown> }} AppWindow
 * @typedef {{ waitUntil(work: Promise<unknown>): void }} LastingEvent
 * @typedef {LastingEvent & { data: { json(): PushedPayload } }} PushedEvent
 * @typedef {LastingEvent & { notification: { close(): void, data: { path: string } } }} TappedEvent
 * @typedef {object} PushHost
 * @property {{ setAppBadge?(count: number): Promise<void> }} navigator
 * @property {{ showNotification(title: string, options: object): Promise<void> }} registration
 * @property {{ claim(): Promise<void>, matchAll(options: object): Promise<AppWindow[]>, openWindow(path: string): Promise<unknown> }} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {(type: string, listener: (event: never) => void) => void} addEventListener
 */

const worker = /** @type {PushHost} */ (/** @type {unknown} */ (self));

/** @param {number} count @returns {Promise<void>} Zero takes the mark away. */
const mark = async (count) => {
  if (worker.navigator.setAppBadge) await worker.navigator.setAppBadge(count);
};

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (/** @type {LastingEvent} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('push', (/** @type {PushedEvent} */ event) => {
  const { title, body, path, tag, badge } = event.data.json();
  const options = { body, tag, data: { path }, icon: '/icon-192.png', badge: '/icon-192.png' };
  event.waitUntil(Promise.all([worker.registration.showNotification(title, options), mark(badge)]));
});

/**
 * In the window that is there, where there is one: a browser may refuse to bring it to the front, and refuses to move one
 * that was reloaded past this worker.
 * @param {string} path
 */
const openLead = async (path) => {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const dashboard = windows.find(({ url }) => new URL(url).pathname === '/dashboard');
  if (!dashboard) return worker.clients.openWindow(path);
  const [, moved] = await Promise.allSettled([dashboard.focus(), dashboard.navigate(path)]);
  if (moved.status === 'rejected') return worker.clients.openWindow(path);
};

worker.addEventListener('notificationclick', (/** @type {TappedEvent} */ event) => {
  event.notification.close();
  event.waitUntil(Promise.all([openLead(event.notification.data.path), mark(0)]));
});
