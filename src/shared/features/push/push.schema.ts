import { z } from 'zod';
import { uuidSchema } from '../../primitives/ids.ts';

/** The events that can trigger a notification on a contractor's device. */
export const PUSH_EVENTS = ['lead', 'viewed', 'accepted', 'reply', 'paid'] as const;
export type PushEvent = (typeof PUSH_EVENTS)[number];

/**
 * The details about a homeowner that a notification may show. 'name_feet' means the first name and the fence length.
 * 'details' adds the price and town.
 */
export const PUSH_SHOWS = ['nothing', 'name_feet', 'details'] as const;
export type PushShows = (typeof PUSH_SHOWS)[number];

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time of day, such as 9:00 PM');

/** Both times are required for quiet hours. `from` may be later than `until` ('21:00' to '07:00'). */
const quiet = z
  .strictObject({ from: time, until: time })
  .refine(({ from, until }) => from !== until, { path: ['until'], message: 'Choose a different end time' });

/**
 * One device's notification settings. The user chooses them on that device. `quiet` is null if notifications are
 * allowed at any time.
 */
export const pushChoices = z.strictObject({
  events: z.array(z.enum(PUSH_EVENTS)).max(PUSH_EVENTS.length),
  shows: z.enum(PUSH_SHOWS),
  quiet: quiet.nullable(),
});
export type PushChoices = z.infer<typeof pushChoices>;

export const DEFAULT_PUSH: PushChoices = { events: [...PUSH_EVENTS], shows: 'name_feet', quiet: null };

const key = (length: number) =>
  z
    .string()
    .length(length)
    .regex(/^[\w-]+$/, 'This key isn’t valid');

/** A subscription as browsers create it: a URL at the push service, and the keys for encrypting notifications. */
export const pushSubscribeInput = z.strictObject({
  endpoint: z
    .url()
    .max(1_000)
    // the URL is sent to as it's stored, and a NUL couldn't be stored
    .regex(/^[\x21-\x7E]+$/, 'This URL isn’t valid'),
  p256dh: key(87),
  auth: key(22),
  choices: pushChoices,
});
export type PushSubscribeInput = z.infer<typeof pushSubscribeInput>;

export const pushDeviceId = z.strictObject({ deviceId: uuidSchema() });
export const pushUpdateInput = pushDeviceId.extend({ choices: pushChoices });

export const pushDeviceView = z.object({
  id: z.string(),
  /** The device's display name, such as 'Chrome on Android'. */
  label: z.string(),
  choices: pushChoices,
  /** Whether the device belongs to the current session. */
  current: z.boolean(),
  createdAt: z.string(),
});
export type PushDeviceView = z.infer<typeof pushDeviceView>;

export const pushSettingsView = z.object({
  /** The VAPID public key that browsers need to subscribe, in base64url. */
  publicKey: z.string(),
  /** The user's own devices. */
  devices: z.array(pushDeviceView),
});

/** The content of a notification, encrypted for one browser. */
export interface PushPayload {
  title: string;
  body: string;
  /** The path that opens when the notification is tapped. */
  path: string;
  /** A notification with the same tag replaces the displayed one. */
  tag: string;
  /** The number on the app icon: the number of unanswered new leads. */
  badge: number;
}
