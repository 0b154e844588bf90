import type Stripe from 'stripe';
import { z } from 'zod';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { isMissing, type StripeClient } from '../../platform/stripe.ts';
import type { BillingDeps } from '../billing/billing-deps.ts';
import { beginIn, type KeyedOperation, noteFailed, recordOperation } from '../billing/operations.repository.ts';

const LOOK_BACK = 100;
const TRIES = 4;

const accountRequest = z.object({ email: z.string(), name: z.string(), companyId: z.string() });

/**
 * Returns the company's Stripe account. If no account is connected, reconnects the company's former account, so that
 * its history stays in one account. If there's no former account, creates an account. Retries and crashes don't create
 * a second account (S15). Rejects with Stripe's own errors if Stripe doesn't answer.
 */
export async function ensureAccount(deps: BillingDeps, stripe: StripeClient, companyId: CompanyId): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const known = await inCompany(deps.db, companyId, (tx) => accountOrOperation(tx, companyId));
    if ('connected' in known) return known.connected;
    if ('former' in known) {
      const account = await findFormer(stripe, known.former);
      await (account ? reconnect(deps, companyId, account) : forgetAccount(deps, companyId, known.former));
      continue;
    }
    const { operation } = known;
    const account = operation.fresh ? await create(stripe, operation) : await find(stripe, operation);
    await (account ? adopt(deps, operation, account) : noteFailed(deps.db, operation));
  }
  throw new AppError('Failed to connect to Stripe. Please try again.', 'PROVIDER_UNAVAILABLE');
}

type Known = { connected: string } | { former: string } | { operation: KeyedOperation };

/**
 * Returns the connected account, the former account, or the operation that creates an account. Locks the company, so
 * that the second of two concurrent callers finds the first caller's account or operation.
 */
async function accountOrOperation(tx: CompanyTx, companyId: CompanyId): Promise<Known> {
  const company = await tx
    .selectFrom('company_profiles')
    .select(['name', 'email', 'stripe_account_id'])
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (company.stripe_account_id !== null) return { connected: company.stripe_account_id };
  const former = await tx
    .selectFrom('stripe_accounts')
    .select('id')
    .where('company_id', '=', companyId)
    .where('disabled_reason', 'is distinct from', 'platform_gone')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (former) return { former: former.id };
  const { email, name } = company;
  return {
    operation: await beginIn(tx, { companyId, kind: 'account', request: { email, name, companyId }, reuse: 'any' }),
  };
}

async function findFormer(stripe: StripeClient, id: string): Promise<Stripe.Account | undefined> {
  try {
    return await stripe.accounts.retrieve(id);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** A standard account: its owner deals with Stripe directly and is responsible for refunds and disputes (S11). */
async function create(stripe: StripeClient, { id: key, request }: KeyedOperation): Promise<Stripe.Account> {
  const { email, name, companyId } = accountRequest.parse(request);
  return stripe.accounts.create(
    {
      type: 'standard',
      country: 'US',
      email,
      business_profile: { name },
      metadata: { companyId, operationId: key },
    },
    { idempotencyKey: key },
  );
}

/** Finds the account created by an attempt that is more than a day old, if any. */
async function find(stripe: StripeClient, { id: key }: KeyedOperation): Promise<Stripe.Account | undefined> {
  const { data } = await stripe.accounts.list({ limit: LOOK_BACK });
  return data.find(({ metadata }) => metadata?.['operationId'] === key);
}

/**
 * Stores the account and completes the operation in one transaction. If the operation were completed but the account
 * weren't stored, the next call would create a second account.
 */
const adopt = ({ db, clock }: BillingDeps, operation: KeyedOperation, account: Stripe.Account): Promise<void> =>
  inCompany(db, operation.company_id, async (tx) => {
    const of = { companyId: operation.company_id, id: operation.id };
    await recordOperation(tx, of, { stripeId: account.id, status: 'done' });
    await tx
      .insertInto('stripe_accounts')
      .values({
        id: account.id,
        company_id: operation.company_id,
        charges_enabled: account.charges_enabled,
        details_submitted: account.details_submitted,
        created_at: clock.now(),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    await point(tx, operation.company_id, account);
  });

const reconnect = ({ db }: BillingDeps, companyId: CompanyId, account: Stripe.Account): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    await tx
      .updateTable('stripe_accounts')
      .set({ disconnected_at: null })
      .where('company_id', '=', companyId)
      .where('id', '=', account.id)
      .execute();
    await point(tx, companyId, account);
  });

/** Makes this the company's account. Any earlier account stays in the history. */
const point = async (tx: CompanyTx, companyId: CompanyId, account: Stripe.Account): Promise<void> => {
  await tx
    .updateTable('company_profiles')
    .set({ stripe_account_id: account.id, stripe_connected: account.charges_enabled })
    .where('id', '=', companyId)
    .where('stripe_account_id', 'is', null)
    .execute();
};

/** Marks an account as deleted in Stripe. Its row stays in the history, but the account is never used again. */
export const forgetAccount = ({ db, clock }: BillingDeps, companyId: CompanyId, account: string): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    await tx
      .updateTable('stripe_accounts')
      .set({ disabled_reason: 'platform_gone', charges_enabled: false, disconnected_at: clock.now() })
      .where('company_id', '=', companyId)
      .where('id', '=', account)
      .execute();
    await tx
      .updateTable('company_profiles')
      .set({ stripe_account_id: null, stripe_connected: false })
      .where('id', '=', companyId)
      .where('stripe_account_id', '=', account)
      .execute();
  });
