import { z } from 'zod';
import { awaitedAnswerSchema } from '../leads/leads.schema.ts';
import { plannedVisitView } from '../visits/visits.schema.ts';

const person = z.object({ leadId: z.string(), name: z.string() });
const count = z.number().int();

/**
 * Why a member should call: the homeowner asked for a person in a chat, has only a phone and hasn't agreed to texts, or
 * has paid and waits for a day.
 */
export const callReasonSchema = z.enum(['asked', 'phone', 'schedule']);
export type CallReason = z.infer<typeof callReasonSchema>;

/** What to do today, for the leads that the member may see. A count of 0 means that there's nothing of it. */
export const todayView = z.object({
  /** Today's visits on the company's clocks, except canceled ones, soonest first. At most 20. */
  visits: z.array(plannedVisitView),
  /** Messages that may ask to stop, or may be from someone else. Nothing automated is sent until a member decides. */
  decisions: z.object({ count, first: person.nullable() }),
  /** Leads that are waiting for an answer, except those in `decisions`. `first` is the newest. */
  answers: z.object({ count, first: person.extend({ answer: awaitedAnswerSchema }).nullable() }),
  /** Unread messages of other leads, archived ones too. `count` is of leads. */
  unread: z.object({ count, messages: count, first: person.nullable() }),
  /** The number of requests in Review, at most 1,000. */
  review: count,
  /** Calls that are due. `first` has the three that have been due longest. */
  calls: z.object({ count, first: z.array(person.extend({ phone: z.string(), why: callReasonSchema })) }),
  /** Leads with the status New, at most 1,000. `first` is the newest. */
  estimates: z.object({ count, first: person.nullable() }),
  /**
   * Stages of signed jobs that are due and not paid, as leads and in cents. `first` has been due longest, since its day
   * 'YYYY-MM-DD'. Only the 200 oldest open jobs are looked at.
   */
  money: z.object({
    count,
    cents: count,
    first: person.extend({ cents: count, since: z.string().nullable() }).nullable(),
  }),
});
export type TodayView = z.infer<typeof todayView>;
