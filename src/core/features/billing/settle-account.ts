import { isMissing } from '../../platform/stripe.ts';
import { type BillingDeps, requireStripe } from './billing-deps.ts';
import { settleFromStripe } from './settle-from-stripe.ts';

/**
 * 'Connected' is whether the account may charge right now (S14). An account that no company of ours has changes
 * nothing (S10); one that we may no longer read is not connected.
 */
export async function settleAccount(deps: BillingDeps, account: string | null): Promise<string> {
  const { system } = deps;
  if (account === null || !(await isOurs(deps, account))) return 'not an account of ours';
  let said = '';
  await settleFromStripe(system, {
    key: `account:${account}`,
    read: () => mayCharge(deps, account),
    settle: async (tx, connected) => {
      await tx
        .updateTable('company_profiles')
        .set({ stripe_connected: connected })
        .where('stripe_account_id', '=', account)
        .execute();
      said = connected ? 'connected' : 'not connected';
    },
  });
  return said;
}

async function isOurs({ system }: Pick<BillingDeps, 'system'>, account: string): Promise<boolean> {
  const row = await system
    .selectFrom('company_profiles')
    .select('id')
    .where('stripe_account_id', '=', account)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function mayCharge(deps: BillingDeps, account: string): Promise<boolean> {
  try {
    return (await requireStripe(deps).accounts.retrieve(account)).charges_enabled;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
