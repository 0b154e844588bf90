import { z } from 'zod';
import { changeIdSchema, estimateIdSchema } from '../../primitives/ids.ts';
import { paragraph } from '../../primitives/text.ts';
import { stageView } from '../payments/payment-plan.schema.ts';
import { FENCE_LIMITS, MAX_GATES } from '../pricing/fence-limits.ts';
import { fenceView, freeLineSchema, gateSchema, most, runSchema } from '../pricing/fence.schema.ts';
import { bookView } from '../pricing/price-book.schema.ts';
import { estimateLineView } from '../pricing/line.schema.ts';

/** How many days after it was sent a change can be signed. */
export const CHANGE_VALID_DAYS = 14;
export const MAX_CHANGE_NOTE = 4_000;

export const changeStatusSchema = z.enum(['draft', 'sent', 'signed', 'credited', 'declined', 'canceled', 'expired']);
export type ChangeStatus = z.infer<typeof changeStatusSchema>;

const CHOOSE_RUN = 'Choose one of the runs';
const part = {
  runs: z
    .array(
      runSchema.extend({
        /** The run of the job that gets longer or shorter, counted from 0. Without it, it's found by its kind. */
        run: z.number(CHOOSE_RUN).int(CHOOSE_RUN).min(0, CHOOSE_RUN).optional(),
      }),
    )
    .max(...most(FENCE_LIMITS.runs, 'runs'))
    .optional(),
  gates: z
    .array(gateSchema)
    .max(...most(MAX_GATES, 'gates'))
    .optional(),
  lines: z
    .array(freeLineSchema)
    .max(...most(FENCE_LIMITS.lines, 'lines'))
    .optional(),
};

/** What is added to a signed estimate and what is taken off it, in the forms of an estimate. */
export const changePreviewInput = z.strictObject({
  estimateId: estimateIdSchema,
  ...part,
  removed: z.strictObject(part).optional(),
});
export type ChangePreviewInput = z.infer<typeof changePreviewInput>;

export const changeCreateInput = changePreviewInput.extend({
  /** Why the job changes. The homeowner reads it. */
  note: paragraph(MAX_CHANGE_NOTE).default(''),
});
export type ChangeCreateInput = z.infer<typeof changeCreateInput>;

export const changeByIdInput = z.strictObject({ changeId: changeIdSchema });

const partView = z.object({
  lines: z.array(estimateLineView),
  discountCents: z.number().int(),
  taxLabel: z.string().nullable(),
  taxCents: z.number().int(),
});

const sums = {
  addedCents: z.number().int(),
  removedCents: z.number().int(),
  netCents: z.number().int(),
  revisedTotalCents: z.number().int(),
};

/** What a change would cost. Its lines less the discount plus the tax make the sum of a part. */
export const changePreviewView = z.object({ ...sums, added: partView, removed: partView });

export const changeCreatedView = z.object({
  changeId: z.string(),
  number: z.string(),
  ...sums,
  revisedStages: z.array(stageView),
});

export const changeSentView = z.object({ url: z.string() });

/** A change as a member or the homeowner sees it. Instants are ISO 8601. */
export const changeView = z.object({
  id: z.string(),
  number: z.string(),
  status: changeStatusSchema,
  note: z.string(),
  added: partView,
  removed: partView,
  ...sums,
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  /** The last day to sign. */
  validUntil: z.string().nullable(),
  decidedAt: z.string().nullable(),
  signedBy: z.string().nullable(),
  reason: z.string().nullable(),
});
export type ChangeView = z.infer<typeof changeView>;

/** A signed estimate's changes. */
export const changeListView = z.object({
  /** Oldest first. */
  changes: z.array(changeView),
  /** What the job costs with the changes that count. */
  totalCents: z.number().int(),
  /** Why no change can be made now. Null if one can. */
  refusal: z.string().nullable(),
});

/** What a change starts from: the job as it stands, and the prices that it was signed at. */
export const changeStartView = z.object({
  number: z.string(),
  fence: fenceView,
  totalCents: z.number().int(),
  prices: z.object({
    materials: z.array(z.object({ id: z.string(), name: z.string() })),
    book: bookView.pick({ heights: true, gateKinds: true, slope: true, hardDigPercent: true }),
  }),
});
