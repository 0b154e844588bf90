import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { isMissing, type StripeClient } from '../../platform/stripe.ts';
import { requireStripe } from '../billing/billing-deps.ts';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { beginOperation, noteCreated } from '../billing/operations.repository.ts';
import { withStripe } from '../billing/provider-failure.ts';
import { endOpenPayments } from './end-open-payments.ts';
import { ensureAccount, forgetAccount } from './ensure-account.ts';
import { applyStripeAccount } from './apply-stripe-account.ts';

export const CONNECT_FAILED = 'Failed to connect to Stripe. Please try again.';
export const CHECK_FAILED = 'Failed to check Stripe connection status';

interface Named {
  companyId: CompanyId;
  /** A parameter of the old API. If given, it must be the company's own account. */
  accountId: string | undefined;
}

/**
 * Returns a new Stripe onboarding link for the company's account, and creates the account if needed. The link works
 * once and expires within minutes, so it's neither stored nor logged (S13). Throws FORBIDDEN if `accountId` isn't the
 * company's account. Throws PROVIDER_UNAVAILABLE if Stripe doesn't answer.
 */
export async function createAccountLink(
  deps: StripeDeps,
  { companyId, accountId }: Named,
): Promise<{ url: string; accountId: string }> {
  await requireOwn(deps, { companyId, accountId });
  const stripe = requireStripe(deps);
  return withStripe(deps, CONNECT_FAILED, async () => {
    const account = await ensureAccount(deps, stripe, companyId);
    try {
      return await linkTo(deps, stripe, { companyId, account });
    } catch (error) {
      if (!isMissing(error)) throw error;
      await forgetAccount(deps, companyId, account);
      return linkTo(deps, stripe, { companyId, account: await ensureAccount(deps, stripe, companyId) });
    }
  });
}

async function linkTo(
  { db, config }: StripeDeps,
  stripe: StripeClient,
  { companyId, account }: { companyId: CompanyId; account: string },
): Promise<{ url: string; accountId: string }> {
  const section = `${config.PUBLIC_URL}/dashboard?tab=admin&section=payments`;
  const request = {
    account,
    type: 'account_onboarding' as const,
    return_url: `${section}&connected=true`,
    refresh_url: `${section}&refresh=true`,
  };
  const operation = await beginOperation(db, { companyId, kind: 'account.link', request, reuse: 'none' });
  const { url } = await stripe.accountLinks.create(request, { idempotencyKey: operation.id });
  await noteCreated(db, { operation, stripeId: null, status: 'done' });
  return { url, accountId: account };
}

/** Whether the account can charge, read from Stripe now. Throws PROVIDER_UNAVAILABLE if Stripe doesn't answer. */
export async function checkAccountStatus(deps: StripeDeps, named: Named): Promise<{ connected: boolean }> {
  const account = await requireOwn(deps, named);
  if (account === null) return { connected: false };
  requireStripe(deps);
  return withStripe(deps, CHECK_FAILED, async () => ({
    connected: (await applyStripeAccount(deps, account)) === 'connected',
  }));
}

/**
 * Disconnects the company's Stripe account (S14). Homeowners can then no longer start a payment. Also expires open
 * checkouts. Changes to earlier payments, such as refunds, are still recorded. Idempotent.
 */
export async function disconnectAccount(deps: StripeDeps, named: Named): Promise<void> {
  await requireOwn(deps, named);
  const { companyId } = named;
  await inCompany(deps.db, companyId, async (tx) => {
    await tx
      .updateTable('stripe_accounts')
      .set({ disconnected_at: deps.clock.now() })
      .where('company_id', '=', companyId)
      .where('disconnected_at', 'is', null)
      .execute();
    await tx
      .updateTable('company_profiles')
      .set({ stripe_account_id: null, stripe_connected: false })
      .where('id', '=', companyId)
      .execute();
  });
  await endOpenPayments(deps, companyId);
}

/** Returns the company's account, or null if there's none. Throws FORBIDDEN if the request names another account. */
async function requireOwn({ db }: Pick<Deps, 'db'>, { companyId, accountId }: Named): Promise<string | null> {
  const account = await inCompany(db, companyId, (tx) => findAccountId(tx, companyId));
  if (accountId !== undefined && accountId !== account)
    throw new AppError('That isn’t your company’s Stripe account. Refresh the page', 'FORBIDDEN');
  return account;
}

const findAccountId = async (tx: CompanyTx, companyId: CompanyId): Promise<string | null> => {
  const row = await tx
    .selectFrom('company_profiles')
    .select('stripe_account_id')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return row.stripe_account_id;
};
