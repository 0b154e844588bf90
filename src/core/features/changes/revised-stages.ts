import type { z } from 'zod';
import type { stageView } from '#shared/features/changes/changes.schema.ts';
import type { LeadMoney } from '../lead-rows/lead-money.ts';

type Stage = z.infer<typeof stageView>;

/**
 * Returns what a signed job asks for at a total, in cents: the signed deposit at the signing, and the rest when the work
 * is done. A change adds to the rest, and a credit takes from it. What was received counts toward the first one first.
 */
export const revisedStages = (
  { agreed_deposit_cents, received_cents, refunded_cents, work_done_at }: LeadMoney,
  totalCents: number,
): Stage[] => {
  const deposit = Math.min(agreed_deposit_cents ?? 0, totalCents);
  const kept = Math.max(0, received_cents - refunded_cents);
  const stage = (label: string, cents: number, rest: { due: string; before: number; isDue: boolean }): Stage => {
    const paidCents = Math.max(0, Math.min(cents, kept - rest.before));
    const status = paidCents >= cents ? 'paid' : rest.isDue ? 'due' : 'planned';
    return { label, cents, due: rest.due, dueOn: null, paidCents, status };
  };
  return [
    ...(deposit > 0 ? [stage('Deposit', deposit, { due: 'signing', before: 0, isDue: true })] : []),
    ...(totalCents > deposit
      ? [stage('Balance', totalCents - deposit, { due: 'done', before: deposit, isDue: work_done_at !== null })]
      : []),
  ];
};
