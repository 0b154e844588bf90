import { DAY, SECOND } from '#shared/primitives/durations.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import type { Config } from '../../platform/config.ts';
import { cookieLine, readCookie } from '../../platform/cookies.ts';
import { randomToken, readSignedToken, signedToken } from '../../platform/secrets.ts';

const COOKIE = 'picket_device';
const PURPOSE = 'known-device';
/** How long a device stays known, in wall-clock time. Browsers keep a cookie for at most 400 days. */
const LIFE = 400 * DAY;
/**
 * The maximum number of accounts that a browser remembers, such as a contractor's and their bookkeeper's on a shared
 * computer. Only the most recent ones are kept.
 */
const MOST = 4;
/** Separates the tokens in the cookie. Tokens never contain it. */
const BETWEEN = '~';

/** The user that the device might belong to. */
export interface DeviceOwner {
  id: UserId;
  /** Incremented whenever a new password is set, which invalidates earlier cookies. */
  device_epoch: number;
}

interface Device {
  userId: string;
  /** 256 random bits, created at each sign-in. */
  id: string;
  epoch: number;
  /** When the device became known, in milliseconds of wall-clock time. */
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
 * Returns the id of the known device in the cookies. A known device is one that this user signed in on before. Returns
 * null if the cookie is missing, forged, expired, another user's, or older than the password. A known device doesn't
 * grant access. It only gets separate limits, so the user can still sign in after strangers have used up the shared
 * limits. A stolen cookie can use up only that device's limits.
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

/**
 * Returns the Set-Cookie header that makes this browser a known device for the user. The device gets a new id each
 * time.
 */
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
