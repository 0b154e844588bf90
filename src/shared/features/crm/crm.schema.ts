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
  .max(MAX_AMOUNT_CENTS, 'Enter $999,999,999.99 or less');
const note = paragraph(MAX_NOTE);
const NO_DAY = 'Enter a date, such as 2026-12-01';
// Postgres has no year 0
const expectedClose = z.iso.date(NO_DAY).refine((day) => day >= '1900-01-01', NO_DAY);
const follows = z.array(z.enum(DEAL_RULES));

export const organizationCreateInput = z.strictObject({ name: organizationName });
export const organizationUpdateInput = z.strictObject({ orgId: organizationIdSchema, name: organizationName });
export const organizationByIdInput = z.strictObject({ orgId: organizationIdSchema });

export const pipelineListInput = z.strictObject({ orgId: organizationIdSchema });
export const pipelineCreateInput = z.strictObject({ orgId: organizationIdSchema, name: pipelineName });
export type PipelineCreateInput = z.infer<typeof pipelineCreateInput>;

/**
 * Changes a pipeline. Missing fields stay unchanged. `stages` lists the stages in their new order. An entry without an
 * id adds a stage. The won stage always stays last. A stage is removed only if `removeStages` lists it. A stage that's
 * in neither list, for example because another browser has just added it, is placed directly before the won stage.
 * `follows` lists the estimate events that move a deal to the stage. An event that's no longer listed no longer moves
 * deals.
 */
export const pipecreateClaimedQueuedateInput = z.strictObject({
  pipelineId: pipelineIdSchema,
  name: pipelineName.optional(),
  stages: z
    .array(z.strictObject({ id: stageIdSchema.optional(), name: stageName, follows: follows.optional() }))
    .max(MAX_STAGES, `Use at most ${MAX_STAGES} stages`)
    .optional(),
  removeStages: z.array(stageIdSchema).max(MAX_STAGES).optional(),
});
export type PipecreateClaimedQueuedateInput = z.infer<typeof pipecreateClaimedQueuedateInput>;
export const pipelineByIdInput = z.strictObject({ pipelineId: pipelineIdSchema });

/**
 * Each word of `search` must occur in the title, the note, or the lead's name or street address. If `ownerId` is null,
 * only deals without an owner are listed.
 */
export const dealListInput = z.strictObject({
  orgId: organizationIdSchema,
  search: z.string().trim().max(MAX_SEARCH, `Use at most ${MAX_SEARCH} characters`).optional(),
  ownerId: userIdSchema.nullable().optional(),
});
export type DealListInput = z.infer<typeof dealListInput>;

/**
 * Without a stage, the deal goes to the first stage of the organization's first pipeline. If the organization has no
 * pipeline, one is created.
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

/** The deal form's values. `amount` is in dollars as typed. Empty means no amount. */
export const dealForm = z.object({
  title,
  amount: z.string().refine((text) => readAmount(text) !== undefined, AMOUNT_HINT),
  note,
  expectedClose: z.union([z.literal(''), expectedClose]),
});

/**
 * Changes a deal. Missing fields stay unchanged, and null clears a field. If `lost` is true, the deal is marked as lost
 * and removed from the board. If `lost` is false, the deal is put back. `lostReason` can be set only on a lost deal. If
 * `leadLost` is true and the deal's lead is open, the lead is marked as lost for the same reason. If `leadLost` is
 * false and the lead is lost, the lead is reopened.
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
  // a reason with only unstorable characters counts as empty
  lostReason: clearable(paragraph(MAX_LOST_REASON)).transform((reason) => (reason === '' ? null : reason)),
  leadLost: z.boolean().optional(),
});
export type DealUpdateInput = z.infer<typeof dealUpdateInput>;

/**
 * Moves a deal to a stage of the same organization. The deal is inserted directly above the deal `before`, or at the
 * bottom if `before` is null or missing. `since` is when the deal entered that stage. To undo a move, the client passes
 * the original time. Moving a lost deal reopens it.
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
 * A pipeline's stage, shown as a column on the board. `won` is true for the last stage, which contains the won deals.
 * `follows` lists the estimate events that move a deal to this stage.
 */
export const stageView = z.object({ id: stageIdSchema, name: z.string(), won: z.boolean(), follows });
export type StageView = z.infer<typeof stageView>;

/** A pipeline with its stages in order. */
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
 * `position` orders the deals in a stage, lowest first. `status` is 'lost' if the deal was marked as lost. Otherwise,
 * it's 'won' in the last stage and 'open' in the other stages. `expectedClose` is a day in the company's time zone.
 * `lead.open` is true unless the lead is marked as won or lost. `lead.refunded` is true if everything that the lead paid
 * was given back. Such a deal doesn't count in totals.
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
      refunded: z.boolean(),
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
