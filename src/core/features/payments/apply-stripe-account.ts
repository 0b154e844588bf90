import type Stripe from 'stripe';
import { isMissing } from '../../platform/stripe.ts';
import { requireStripe } from '../billing/billing-deps.ts';
import { type StripeDeps, applyStripeTruth } from '../billing/apply-stripe-truth.ts';

interface AccountTruth {
  charges_enabled: boolean;
  details_submitted: boolean;
  currently_due: string[];
  pending_verification: string[];
  disabled_reason: string | null;
}

/**
 * The status for an account that Stripe no longer lets us read, because the account was deleted or its owner
 * disconnected it from us.
 */
const GONE: AccountTruth = {
  charges_enabled: false,
  details_submitted: false,
  currently_due: [],
  pending_verification: [],
  disabled_reason: 'platform_gone',
};

/**
 * Reads an account from Stripe again and stores its status. An account is 'connected' while it can charge (S14), so
 * online payment turns off as soon as Stripe disables charges. Ignores accounts that never belonged to a company (S10).
 * If the company has disconnected the account, updates only the account's own row, not the company. Rejects if Stripe
 * doesn't answer.
 */
export async function applyStripeAccount(deps: StripeDeps, account: string | null): Promise<string> {
  const { system } = deps;
  if (account === null || !(await isAccountOfOurs(deps, account))) return 'not our account';
  let said = '';
  await applyStripeTruth(system, {
    key: `account:${account}`,
    read: () => readAccount(deps, account),
    write: async (tx, truth) => {
      await tx.updateTable('stripe_accounts').set(truth).where('id', '=', account).execute();
      await tx
        .updateTable('company_profiles')
        .set({ stripe_connected: truth.charges_enabled })
        .where('stripe_account_id', '=', account)
        .execute();
      said = truth.charges_enabled ? 'connected' : 'not connected';
    },
  });
  return said;
}

/** Whether this Stripe account is or was connected to any company. */
export async function isAccountOfOurs({ system }: Pick<StripeDeps, 'system'>, account: string): Promise<boolean> {
  const row = await system.selectFrom('stripe_accounts').select('id').where('id', '=', account).executeTakeFirst();
  return row !== undefined;
}

async function readAccount(deps: StripeDeps, account: string): Promise<AccountTruth> {
  try {
    return truthOf(await requireStripe(deps).accounts.retrieve(account));
  } catch (error) {
    if (isMissing(error)) return GONE;
    throw error;
  }
}

const truthOf = ({ charges_enabled, details_submitted, requirements }: Stripe.Account): AccountTruth => ({
  charges_enabled,
  details_submitted,
  currently_due: [...new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])])],
  pending_verification: requirements?.pending_verification ?? [],
  disabled_reason: requirements?.disabled_reason ?? null,
});
