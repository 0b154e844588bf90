import type { NextStep } from '../../primitives/app-error.ts';
import type { BudgetName } from './budgets.rules.ts';
import type { Proofs } from './company-allowance.rules.ts';

/** How a company without a plan, or on a smaller plan, can get a higher limit. */
const MORE: Partial<Record<NonNullable<Proofs['tier']> | 'none', { words: string; nextStep: NextStep }>> = {
  none: { words: '. Choose a plan to message more people', nextStep: 'choose_plan' },
  starter: { words: '. Upgrade to Pro to message more people', nextStep: 'upgrade' },
};

/**
 * The explanation that the contractor sees when a budget is used up. The sentences have no final period. `nextStep` is
 * set if a larger plan has a higher limit.
 */
export interface FullBudget {
  reason: string;
  nextStep: NextStep | null;
}

/**
 * Returns why the company can't send more messages for now, and what it can do about that. `limit` is the number that
 * was reached. If `budget` is 'paused', an admin has paused sending.
 */
export function fullBudget(
  budget: BudgetName | 'paused',
  { limit, tier }: { limit: number; tier: Proofs['tier'] },
): FullBudget {
  const count = limit.toLocaleString('en-US');
  switch (budget) {
    case 'company-recipients': {
      const more = MORE[tier ?? 'none'];
      return {
        reason: `You’ve reached today’s limit of ${count} new recipients${more?.words ?? ''}`,
        nextStep: more?.nextStep ?? null,
      };
    }
    case 'paused':
      return { reason: 'Messages to new recipients are currently paused', nextStep: null };
    case 'first-email':
      return { reason: 'Too many companies emailed this person for the first time today', nextStep: null };
    case 'first-phone':
      return { reason: 'Too many companies texted this person for the first time today', nextStep: null };
    case 'lead-typed':
      return { reason: `You’ve reached today’s limit of ${count} messages to this person`, nextStep: null };
    case 'company-typed':
      return {
        reason: `Your company has reached today’s limit of ${count} messages written by your team`,
        nextStep: null,
      };
    default:
      return { reason: 'You’ve reached a limit. Try again later', nextStep: null };
  }
}

/** Explains the message limit that applies until the homeowner replies. */
export const unansweredLimit = ({ limit, moreWithPlan }: { limit: number; moreWithPlan: boolean }): FullBudget => ({
  reason: `You can send up to ${limit} messages a day until this person replies${moreWithPlan ? '. Choose a plan to send more' : ''}`,
  nextStep: moreWithPlan ? 'choose_plan' : null,
});
