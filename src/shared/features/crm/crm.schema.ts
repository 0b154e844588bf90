import { z } from 'zod';
import {
  dealIdSchema,
  leadIdSchema,
  organizationIdSchema,
  pipelineIdSchema,
  stageIdSchema,
  userIdSchema,
} from '../../primitives/ids.ts';
import { clearable, line, optional, paragraph } from '../../primitives/text.ts';
import { MAX_LOST_REASON } from '../leads/lost-reasons.ts';
import { readAmount } from './amount.rules.ts';
import { DEAL_RULES } from './deal-rules.ts';
import {
  MAX_AMOUNT_CENTS,
  MAX_NAME,
  MAX_NOTE,
  MAX_SEARCH,
  MAX_STAGE_NAME,
  MAX_STAGES,
  MAX_TITLE,
} from './crm.limits.ts';

const AMOUNT_HINT = 'Enter an amount of 0 or more, such as 12,950.00';

const organizationName = line('a name for the organization', MAX_NAME);
const pipelineName = line('a name for the pipeline', MAX_NAME);
const stageName = line('a name for the stage', MAX_STAGE_NAME);
const title = line('a title for the deal', MAX_TITLE);
const amountCents = z
  .number(AMOUNT_HINT)
  .int(AMOUNT_HINT)
  .min(0, AMOUNT_HINT)
  .max(MAX_AMOUNT_CENTS, 'Enter at most $999,999,999.99');
const note = paragraph(MAX_NOTE);
const expectedClose = z.iso.date('Enter a date, such as 2026-12-01');
const follows = z.array(z.enum(DEAL_RULES));

export const organizationCreateInput = z.strictObject({ name: organizationName });
export const organizationUpdateInput = z.strictObject({ orgId: organizationIdSchema, name: organizationName });
export const organizationByIdInput = z.strictObject({ orgId: organizationIdSchema });

export const pipelineListInput = z.strictObject({ orgId: organizationIdSchema });
export const pipelineCreateInput = z.strictObject({ orgId: organizationIdSchema, name: pipelineName });
export type PipelineCreateInput = z.infer<typeof pipelineCreateInput>;

/**
 * Missing fields stay unchanged. `stages` are in their new order: one without an id is new, and the won stage is always
 * last. A stage that isn't listed stays, before the won stage, unless `removeStages` lists it; a stage that another
 * browser has just added is therefore not removed. `follows` are the events of estimates that lead to this stage; an event
 * that led to a stage listed without it leads nowhere.
 */
export const pipelineUpdateInput = z.strictObject({
  pipelineId: pipelineIdSchema,
  name: pipelineName.optional(),
  stages: z
    .array(z.strictObject({ id: stageIdSchema.optional(), name: stageName, follows: follows.optional() }))
    .max(MAX_STAGES, `Use at most ${MAX_STAGES} stages`)
    .optional(),
  removeStages: z.array(stageIdSchema).max(MAX_STAGES).optional(),
});
export type PipelineUpdateInput = z.infer<typeof pipelineUpdateInput>;
export const pipelineByIdInput = z.strictObject({ pipelineId: pipelineIdSchema });

/**
 * `search` is in the title, the note, or the lead's name or address, every word of it. `ownerId` null lists the deals
 * without an owner.
 */
export const dealListInput = z.strictObject({
  orgId: organizationIdSchema,
  search: z.string().trim().max(MAX_SEARCH, `Use at most ${MAX_SEARCH} characters`).optional(),
  ownerId: userIdSchema.nullable().optional(),
});
export type DealListInput = z.infer<typeof dealListInput>;

/**
 * Without a stage, the deal goes to the first stage of the organization's first pipeline. That pipeline is created if
 * there is none.
 */
export const dealCreateInput = z.strictObject({
  orgId: organizationIdSchema,
  title,
  amountCents: amountCents.nullish(),
  stageId: stageIdSchema.optional(),
  leadId: leadIdSchema.nullish(),
  note: optional(note),
  expectedClose: clearable(expectedClose),
  ownerId: userIdSchema.nullable().optional(),
});
export type DealCreateInput = z.infer<typeof dealCreateInput>;

/** The values of the deal form. `amount` is in dollars as typed, and empty for none. */
export const dealForm = z.object({
  title,
  amount: z.string().refine((text) => readAmount(text) !== undefined, AMOUNT_HINT),
  note,
  expectedClose: z.union([z.literal(''), expectedClose]),
});

/**
 * Missing fields stay unchanged; null clears a field. `lost` removes the deal from the board or returns it; `lostReason`
 * can be changed while it is lost. `leadLost` also marks an open lead of the deal as lost, for the same reason.
 */
export const dealUpdateInput = z.strictObject({
  dealId: dealIdSchema,
  title: title.optional(),
  amountCents: clearable(amountCents),
  leadId: leadIdSchema.nullable().optional(),
  note: note.optional(),
  expectedClose: clearable(expectedClose),
  ownerId: userIdSchema.nullable().optional(),
  lost: z.boolean().optional(),
  // only characters that can't be stored: as if it were empty
  lostReason: clearable(paragraph(MAX_LOST_REASON)).transform((reason) => (reason === '' ? null : reason)),
  leadLost: z.boolean().optional(),
});
export type DealUpdateInput = z.infer<typeof dealUpdateInput>;

/**
 * Moves a deal to a stage of the same organization. It goes to the top, directly above the deal `before`, or to the
 * bottom if `before` is null. `since` is when the deal entered that stage; an undo sends it to restore the time. A
 * moved deal is no longer lost.
 */
export const dealMoveInput = z.strictObject({
  dealId: dealIdSchema,
  stageId: stageIdSchema,
  before: dealIdSchema.nullish(),
  since: z.iso.datetime().optional(),
});
export type DealMoveInput = z.infer<typeof dealMoveInput>;
export const dealByIdInput = z.strictObject({ dealId: dealIdSchema });

export const organizationView = z.object({
  id: organizationIdSchema,
  name: z.string(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
});
export type OrganizationView = z.infer<typeof organizationView>;

/**
 * A column of the board. `won` is true for the last one, where deals are won. `follows` are the events of estimates that
 * lead to it.
 */
export const stageView = z.object({ id: stageIdSchema, name: z.string(), won: z.boolean(), follows });
export type StageView = z.infer<typeof stageView>;

/** `stages` are in order. */
export const pipelineView = z.object({
  id: pipelineIdSchema,
  orgId: organizationIdSchema,
  name: z.string(),
  stages: z.array(stageView),
  createdAt: z.string(),
});
export type PipelineView = z.infer<typeof pipelineView>;

export const DEAL_STATUSES = ['open', 'won', 'lost'] as const;

/**
 * `position` is the place in the stage, with the lowest on top. `status` is 'lost'; otherwise 'won' in the last stage
 * and 'open' in the others. `expectedClose` is a day in the company's time zone. A lead is open if it isn't marked as won
 * or lost.
 */
export const dealView = z.object({
  id: dealIdSchema,
  orgId: organizationIdSchema,
  pipelineId: pipelineIdSchema,
  stageId: stageIdSchema,
  title: z.string(),
  amountCents: z.number().nullable(),
  status: z.enum(DEAL_STATUSES),
  note: z.string(),
  position: z.number(),
  lead: z
    .object({
      id: leadIdSchema,
      name: z.string(),
      perimeter: z.number().nullable(),
      materialType: z.string().nullable(),
      address: z.string().nullable(),
      open: z.boolean(),
    })
    .nullable(),
  owner: z.object({ userId: userIdSchema, name: z.string() }).nullable(),
  expectedClose: z.string().nullable(),
  stageSince: z.string(),
  lostAt: z.string().nullable(),
  lostReason: z.string().nullable(),
  createdAt: z.string(),
});
export type DealView = z.infer<typeof dealView>;
