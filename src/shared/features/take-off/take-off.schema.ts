import { z } from 'zod';
import { LANGUAGES } from '../../primitives/language.ts';
import { estimateIdSchema } from '../../primitives/ids.ts';
import { bagSchema, fenceSystemSchema } from './fence-system.schema.ts';
import { SYSTEM_KEYS, systemKeySchema } from './system-keys.ts';
import { POST_ROLES } from './posts.rules.ts';

/** A company's rules for counting materials. `version` is 0 until they're changed. */
export const takeOffView = z.object({
  version: z.number().int(),
  defaultBagLb: bagSchema,
  systems: z.array(fenceSystemSchema),
});
export type TakeOffView = z.infer<typeof takeOffView>;

/** Changed fields of systems. What isn't given stays as it is. Nested fields can be changed one by one. */
export const takeOffUpdateInput = z.strictObject({
  version: z.number().int().min(0),
  defaultBagLb: bagSchema.optional(),
  systems: z
    .array(z.looseObject({ key: systemKeySchema }))
    .max(SYSTEM_KEYS.length, 'Name each system once')
    .optional(),
});
export type TakeOffUpdateInput = z.infer<typeof takeOffUpdateInput>;

/** Without an option, the list is that of the signed option, or else of the first one. */
export const materialsInput = z.strictObject({
  estimateId: estimateIdSchema,
  optionId: z.string().optional(),
  language: z.enum(LANGUAGES).optional(),
});
export type MaterialsInput = z.infer<typeof materialsInput>;

const count = z.number().int().min(0);
const postsView = z.object(
  Object.fromEntries(POST_ROLES.map((role) => [role, count])) as Record<(typeof POST_ROLES)[number], typeof count>,
);
const itemView = z.object({ key: z.string(), label: z.string(), unit: z.string(), quantity: count });

/**
 * An estimate's list of materials, in the language that was asked for. Labor, cost and margin are only for owners and
 * managers of a company that has entered costs. Margin is a share of the price, and markup a share of the cost.
 */
export const materialsView = z.object({
  posts: postsView,
  items: z.array(itemView),
  byRun: z.array(
    z.object({ run: count, feet: z.number(), sections: count, posts: postsView, items: z.array(itemView) }),
  ),
  labor: z.array(z.object({ activity: z.string(), minutes: z.number() })),
  costCents: z.number().int().optional(),
  marginCents: z.number().int().optional(),
  marginBps: z.number().int().optional(),
  markupBps: z.number().int().optional(),
  warnings: z.array(z.object({ path: z.string(), text: z.string() })),
  rules: z.array(
    z.object({ key: z.string(), value: z.union([z.number(), z.string(), z.boolean()]), source: z.string() }),
  ),
});
export type MaterialsView = z.infer<typeof materialsView>;
