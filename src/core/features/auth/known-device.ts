import { DAY, SECOND } from '#shared/primitives/durations.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import type { Config } from '../../platform/config.ts';
import { cookieLine, readCookie } from '../../platform/cookies.ts';
import { randomToken, readSignedToken, signedToken } from '../../platform/secrets.ts';

const COOKIE = 'picket_device';
const PURPOSE = 'known-device';
/** Longer than browsers keep a cookie (at most 400 days), in real time. */
const LIFE = 400 * DAY;
/** Accounts remembered per browser, newest first: for example a contractor and their bookkeeper at one desk. */
const MOST = 4;
/** A separator that no token contains. */
const BETWEEN = '~';

/** The user to whom the device may belong. */
export interface DeviceOwner {
  id: UserId;
  /** Incremented by each new password: earlier cookies become invalid. */
  device_epoch: number;
}

interface Device {
  userId: string;
  /** 256 random bits, created at each sign-in. */
  id: string;
  epoch: number;
  /** Milliseconds of real time. */
  since: number;
}

type Keys = Pick<Config, 'APP_SECRET' | 'PUBLIC_URL'>;

const write = ({ userId, id, epoch, since }: Device, secret: string): string =>
  signedToken([userId, id, epoch, since].join(' '), secret, PURPOSE);

function read(token: string, secret: string): Device | undefined {
  const [userId, id, epoch, since] = readSignedToken(token, secret, PURPOSE)?.split(' ') ?? [];
  if (userId === undefined || id === undefined || epoch === undefined || since === undefined) return undefined;
  const device = { userId, id, epoch: Number(epoch), since: Number(since) };
  return device.since + LIFE > Date.now() ? device : undefined;
}

const tokensOf = (cookieHeader: string | undefined): string[] =>
  (readCookie(cookieHeader, COOKIE) ?? '').split(BETWEEN).slice(0, MOST);

/**
 * The device on which this user signed in before, from its cookie. Null if there is none, or if it is another user's,
 * forged, expired or older than the password. It grants no access. It only has its own limits when strangers have used
 * up the shared ones, and a copied cookie uses up only its own.
 */
export function knownDevice(
  { APP_SECRET }: Pick<Keys, 'APP_SECRET'>,
  cookieHeader: string | undefined,
  owner: DeviceOwner,
): string | null {
  const devices = tokensOf(cookieHeader).map((token) => read(token, APP_SECRET));
  const own = devices.find((device) => device?.userId === owner.id && device.epoch === owner.device_epoch);
  return own?.id ?? null;
}

/** The Set-Cookie line that makes this browser a known device of the user, with a new id each time. */
export function deviceCookie(
  { APP_SECRET, PUBLIC_URL }: Keys,
  cookieHeader: string | undefined,
  owner: DeviceOwner,
): string {
  const device = { userId: owner.id, id: randomToken(), epoch: owner.device_epoch, since: Date.now() };
  const others = tokensOf(cookieHeader).filter((token) => {
    const other = read(token, APP_SECRET);
    return other !== undefined && other.userId !== owner.id;
  });
  return cookieLine({
    name: COOKIE,
    value: [write(device, APP_SECRET), ...others].slice(0, MOST).join(BETWEEN),
    path: '/',
    maxAgeSeconds: LIFE / SECOND,
    secure: PUBLIC_URL.startsWith('https:'),
  });
}
