import { z } from 'zod';
import { uuidSchema } from '../../primitives/ids.ts';

/** What can appear on a contractor's device. */
export const PUSH_EVENTS = ['lead', 'viewed', 'accepted', 'reply', 'paid'] as const;
export type PushEvent = (typeof PUSH_EVENTS)[number];

/** How much of a homeowner a notification may show: nothing, first name and feet, or price and town as well. */
export const PUSH_SHOWS = ['nothing', 'name_feet', 'details'] as const;
export type PushShows = (typeof PUSH_SHOWS)[number];

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time of day, such as 9:00 PM');

/** Both or neither; from may be later than until ('21:00' to '07:00'). */
const quiet = z
  .strictObject({ from: time, until: time })
  .refine(({ from, until }) => from !== until, { path: ['until'], message: 'Choose a different end time' });

/** What one device shows, chosen on it. `quiet` null: at any time. */
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

/** A subscription as browsers give it: the address of their push service, and the keys that what is sent is sealed with. */
export const pushSubscribeInput = z.strictObject({
  endpoint: z.url().max(1_000),
  p256dh: key(87),
  auth: key(22),
  choices: pushChoices,
});
export type PushSubscribeInput = z.infer<typeof pushSubscribeInput>;

export const pushDeviceId = z.strictObject({ deviceId: uuidSchema() });
export const pushUpdateInput = pushDeviceId.extend({ choices: pushChoices });

export const pushDeviceView = z.object({
  id: z.string(),
  /** 'Chrome on Android'. */
  label: z.string(),
  choices: pushChoices,
  /** Whether it belongs to the session that asks. */
  current: z.boolean(),
  createdAt: z.string(),
});
export type PushDeviceView = z.infer<typeof pushDeviceView>;

export const pushSettingsView = z.object({
  /** What a browser subscribes with (VAPID), base64url. */
  publicKey: z.string(),
  /** The user's own. */
  devices: z.array(pushDeviceView),
});

/** What a notification holds on its way, sealed for the one browser. */
export interface PushPayload {
  title: string;
  body: string;
  /** A path of ours that a tap opens. */
  path: string;
  /** The same again replaces what is shown. */
  tag: string;
  /** New leads that nobody has answered, for the icon. */
  badge: number;
}
