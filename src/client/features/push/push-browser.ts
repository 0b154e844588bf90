/**
 * Whether this browser supports notifications. 'install-first' means that an iPhone shows them only for installed apps.
 */
export type PushAbility = 'ready' | 'blocked' | 'install-first' | 'unsupported';

const isApple = (): boolean => /iPhone|iPad/.test(navigator.userAgent);

export const pushAbility = (): PushAbility => {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'blocked' : 'ready';
  return isApple() ? 'install-first' : 'unsupported';
};

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
};

const textOf = (key: ArrayBuffer | null | undefined): string =>
  key
    ? btoa(String.fromCharCode(...new Uint8Array(key)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    : '';

/** The data that the server needs to send notifications to this browser. */
export interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The URL of the service worker that shows notifications. */
const WORKER = '/push-worker.js';

/**
 * Asks for permission and subscribes with the browser's push service. Returns null if permission is denied. Rejects if
 * the push service fails.
 */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription that was created with one of our older keys no longer works.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
  const { endpoint } = subscription;
  return { endpoint, p256dh: textOf(subscription.getKey('p256dh')), auth: textOf(subscription.getKey('auth')) };
}

/** Unsubscribes this browser, which also deletes its subscription from the push service. */
export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
