import { sql } from 'kysely';
import { z } from 'zod';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { StripeClient } from '../../platform/stripe.ts';
import type { BillingDeps } from './billing-deps.ts';
import { beginIn, type KeyedOperation, noteFailed, recordOperation } from './operations.repository.ts';

const LOOK_BACK = 100;

const customerRequest = z.object({ email: z.string(), name: z.string(), metadata: z.record(z.string(), z.string()) });

/**
 * Returns the company's Stripe customer. If the company doesn't have one, creates it. Retries and crashes never create
 * a second customer, because the operation's id is the idempotency key. If an earlier attempt already created the
 * customer, that customer is found by the operation's id (S15).
 */
export async function ensureCustomer(deps: BillingDeps, stripe: StripeClient, companyId: CompanyId): Promise<string> {
  const { db } = deps;
  for (;;) {
    const known = await inCompany(db, companyId, (tx) => customerOrOperation(tx, companyId));
    if (typeof known === 'string') return known;
    const operation = known;
    const id = operation.fresh ? await createCustomer(stripe, operation) : await findCustomer(stripe, operation);
    if (id === undefined) await noteFailed(db, operation);
    else return adopt(deps, { operation, companyId, id });
  }
}

/**
 * Returns the customer or, if there isn't one, begins an operation that will create it. Both steps happen under one
 * lock, so a second caller finds the first caller's customer or operation.
 */
async function customerOrOperation(tx: CompanyTx, companyId: CompanyId): Promise<string | KeyedOperation> {
  const company = await tx
    .selectFrom('subscribers')
    .innerJoin('company_profiles', 'company_profiles.id', 'subscribers.company_id')
    .select(['company_profiles.name', 'stripe_customer_id'])
    .select(sql<string>`coalesce(subscribers.email, company_profiles.email)`.as('email'))
    .where('subscribers.company_id', '=', companyId)
    .forUpdate('subscribers')
    .executeTakeFirstOrThrow();
  if (company.stripe_customer_id !== null) return company.stripe_customer_id;
  const request = { email: company.email, name: company.name, metadata: { companyId } };
  return beginIn(tx, { companyId, kind: 'customer', request, reuse: 'any' });
}

async function createCustomer(stripe: StripeClient, { id: key, request }: KeyedOperation): Promise<string> {
  const { email, name, metadata } = customerRequest.parse(request);
  const created = await stripe.customers.create(
    { email, name, metadata: { ...metadata, operationId: key } },
    { idempotencyKey: key },
  );
  return created.id;
}

/** Returns the customer created by this operation more than a day ago, if any. */
async function findCustomer(stripe: StripeClient, { id: key, request }: KeyedOperation): Promise<string | undefined> {
  const { email } = customerRequest.parse(request);
  const { data } = await stripe.customers.list({ email, limit: LOOK_BACK });
  return data.find(({ metadata }) => metadata['operationId'] === key)?.id;
}

/**
 * Stores the customer and ends the operation in a single transaction. If there were two transactions, a crash between
 * them could lead to a second customer.
 */
function adopt(
  { db, clock }: BillingDeps,
  { operation, companyId, id }: { operation: KeyedOperation; companyId: CompanyId; id: string },
): Promise<string> {
  return inCompany(db, companyId, async (tx) => {
    await recordOperation(tx, { companyId, id: operation.id }, { stripeId: id, status: 'done' });
    await tx
      .updateTable('subscribers')
      // A new customer has no plan yet, so there's nothing to compare with Stripe.
      .set({ stripe_customer_id: id, last_reconciled_at: clock.now() })
      .where('company_id', '=', companyId)
      .where('stripe_customer_id', 'is', null)
      .execute();
    const row = await tx
      .selectFrom('subscribers')
      .select('stripe_customer_id')
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow();
    return row.stripe_customer_id ?? id;
  });
}

/** Clears the id of a customer that was deleted in Stripe. The next checkout creates a new customer. */
export const forgetCustomer = (
  { db }: Pick<BillingDeps, 'db'>,
  { companyId, customer }: { companyId: CompanyId; customer: string },
): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    await tx
      .updateTable('subscribers')
      .set({ stripe_customer_id: null })
      .where('company_id', '=', companyId)
      .where('stripe_customer_id', '=', customer)
      .execute();
  });
