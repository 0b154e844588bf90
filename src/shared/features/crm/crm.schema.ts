import { z } from 'zod';
import {
  dealIdSchema,
  leadIdSchema,
  organizationIdSchema,
  pipelineIdSchema,
  stageIdSchema,
} from '../../primitives/ids.ts';
import { clearable, line, optional, paragraph } from '../../primitives/text.ts';
import { readAmount } from './amount.rules.ts';
import { MAX_AMOUNT_CENTS, MAX_NAME, MAX_NOTE, MAX_STAGE_NAME, MAX_STAGES, MAX_TITLE } from './crm.limits.ts';

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

export const organizationCreateInput = z.strictObject({ name: organizationName });
export const organizationUpdateInput = z.strictObject({ orgId: organizationIdSchema, name: organizationName });
export const organizationByIdInput = z.strictObject({ orgId: organizationIdSchema });

export const pipelineListInput = z.strictObject({ orgId: organizationIdSchema });
export const pipelineCreateInput = z.strictObject({ orgId: organizationIdSchema, name: pipelineName });
export type PipelineCreateInput = z.infer<typeof pipelineCreateInput>;

/**
 * What is missing stays as it is. `stages` in their new order; one without an id is new, the won one is always last. A
 * stage that isn't named stays too, before the won one, unless `removeStages` names it: so nobody removes what another
 * browser has just added.
 */
export const pipelineUpdateInput = z.strictObject({
  pipelineId: pipelineIdSchema,
  name: pipelineName.optional(),
  stages: z
    .array(z.strictObject({ id: stageIdSchema.optional(), name: stageName }))
    .max(MAX_STAGES, `Use at most ${MAX_STAGES} stages`)
    .optional(),
  removeStages: z.array(stageIdSchema).max(MAX_STAGES).optional(),
});
export type PipelineUpdateInput = z.infer<typeof pipelineUpdateInput>;
export const pipelineByIdInput = z.strictObject({ pipelineId: pipelineIdSchema });

export const dealListInput = z.strictObject({ orgId: organizationIdSchema });

/** Without a stage: the first one of the organization's first pipeline, which is made where there is none. */
export const dealCreateInput = z.strictObject({
  orgId: organizationIdSchema,
  title,
  amountCents: amountCents.nullish(),
  stageId: stageIdSchema.optional(),
  leadId: leadIdSchema.nullish(),
  note: optional(note),
});
export type DealCreateInput = z.infer<typeof dealCreateInput>;

/** What stands in the form of a deal; `amount` in dollars as typed, empty for none. */
export const dealForm = z.object({
  title,
  amount: z.string().refine((text) => readAmount(text) !== undefined, AMOUNT_HINT),
  note,
});

/** What is missing stays as it is; null empties it. `lost` takes it off the board or puts it back. */
export const dealUpdateInput = z.strictObject({
  dealId: dealIdSchema,
  title: title.optional(),
  amountCents: clearable(amountCents),
  leadId: leadIdSchema.nullable().optional(),
  note: note.optional(),
  lost: z.boolean().optional(),
});
export type DealUpdateInput = z.infer<typeof dealUpdateInput>;

/**
 * Into a stage of the same organization, on top of it; `before`: just above that deal, or null for the end. `since`:
 * when it came into that stage, where an Undo puts it back. A lost deal that is moved is lost no more.
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

/** A column of the board. `won`: the last one, where deals are won. */
export const stageView = z.object({ id: stageIdSchema, name: z.string(), won: z.boolean() });
export type StageView = z.infer<typeof stageView>;

/** `stages` in order. */
export const pipelineView = z.object({
  id: pipelineIdSchema,
  orgId: organizationIdSchema,
  name: z.string(),
  stages: z.array(stageView),
  createdAt: z.string(),
});
export type PipelineView = z.infer<typeof pipelineView>;

export const DEAL_STATUSES = ['open', 'won', 'lost'] as const;

/** `position`: place in the stage, lowest on top. `status`: lost, else won in the last stage, else open. */
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
    })
    .nullable(),
  stageSince: z.string(),
  lostAt: z.string().nullable(),
  createdAt: z.string(),
});
export type DealView = z.infer<typeof dealView>;
