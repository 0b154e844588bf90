import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';

/** Returns what a lead owes, or what is owed to it: 'Owes $2,425.00'. Null if neither owes anything. */
export const owesText = ({ owedCents, balanceCents }: Pick<LeadView, 'owedCents' | 'balanceCents'>): string | null => {
  if (balanceCents < 0) return `Paid ${formatCents(-balanceCents)} too much`;
  return owedCents > 0 ? `Owes ${formatCents(owedCents)}` : null;
};

/** What went wrong with the newest payment. An open dispute is told by the lead's badge. */
const PROBLEM: Partial<Record<NonNullable<LeadView['paymentProblem']>, string>> = {
  dispute_lost: 'Lost a payment dispute',
  failed: 'Bank payment failed',
};

/** Returns 'Bank payment failed' or 'Lost a payment dispute'. Undefined if neither happened. */
export const problemText = ({ paymentProblem }: Pick<LeadView, 'paymentProblem'>): string | undefined =>
  paymentProblem === null ? undefined : PROBLEM[paymentProblem];
