import { z } from 'zod';
import { isFeet } from '../../primitives/feet.ts';
import { uuidSchema } from '../../primitives/ids.ts';

/** Why a request didn't get an instant estimate, in the order in which the reasons are tried. */
export const INSTANT_REASONS = [
  'off',
  'held',
  'quota',
  'recent',
  'zip',
  'material',
  'price',
  'drawing',
  'feet',
  'total',
  'visit',
] as const;
export const instantReasonSchema = z.enum(INSTANT_REASONS);
export type InstantReason = z.infer<typeof instantReasonSchema>;

/** What a company needs before it can turn instant estimates on. */
export const INSTANT_CONDITIONS = ['email', 'payments', 'terms', 'postalAddress'] as const;
export const instantConditionSchema = z.enum(INSTANT_CONDITIONS);
export type InstantCondition = z.infer<typeof instantConditionSchema>;

const TOTAL = 'Enter a total from $1 to $1,000,000,000';
const FEET = 'Enter a length from 0.01 to 100,000 feet';
const ZIP = 'Enter five-digit ZIP codes';
const MOST_ZIPS = 1000;
const MOST_MATERIALS = 200;

export const instantSettings = z.object({
  enabled: z.boolean(),
  /** The highest total that is sent at once, in cents. */
  maxTotalCents: z.number(TOTAL).int(TOTAL).min(100, TOTAL).max(100_000_000_000, TOTAL),
  /** The greatest length that is sent at once, in feet. */
  maxFeet: z.number(FEET).refine((value): boolean => isFeet(value), FEET),
  /** The jobs' ZIP codes. Empty: the service area. */
  zips: z.array(z.string().regex(/^\d{5}$/, ZIP)).max(MOST_ZIPS, `Enter at most ${MOST_ZIPS} ZIP codes`),
  /** Empty: all materials. */
  materialIds: z.array(uuidSchema('Choose a material from your list')).max(MOST_MATERIALS),
  /** Whether the fence must be drawn on the map. */
  requireDrawing: z.boolean(),
  /** Whether a visit must be booked before an estimate goes out. */
  visitFirst: z.boolean(),
});
export type InstantSettings = z.infer<typeof instantSettings>;

/** Off at first. The bounds are those of an ordinary yard. */
export const DEFAULT_INSTANT_SETTINGS: InstantSettings = {
  enabled: false,
  maxTotalCents: 1_000_000,
  maxFeet: 300,
  zips: [],
  materialIds: [],
  requireDrawing: false,
  visitFirst: false,
};

export const instantSettingsUpdateInput = instantSettings
  .partial()
  .extend({
    /** The values before the edit. If they're no longer current, the update is a CONFLICT. */
    was: instantSettings.partial().optional(),
  })
  .strict();
export type InstantSettingsUpdate = z.infer<typeof instantSettingsUpdateInput>;

/** What is missing before instant estimates can be turned on. Empty if nothing is. */
export const instantMissingView = z.array(instantConditionSchema);

/** The address of the very page that a homeowner will get, with a sample fence. It works for an hour. */
export const instantPreviewView = z.object({ url: z.string() });
