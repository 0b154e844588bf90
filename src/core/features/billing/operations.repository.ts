import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type AppDb, type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { StripeOperationsTable } from './billing.table.ts';

export type OperationKind =
  | 'customer'
  | 'checkout.plan'
  | 'checkout.credit'
  | 'checkout.payment'
  | 'checkout.expire'
  | 'portal'
  | 'account'
  | 'account.link';
export type Operation = Selectable<StripeOperationsTable>;

/** An operation, and whether Stripe surely still remembers its key: it may forget one after 24 hours (S15). */
export interface KeyedOperation extends Operation {
  fresh: boolean;
}

const FRESH = sql<boolean>`created_at > now() - interval '23 hours'`.as('fresh');
const COLUMNS = ['id', 'company_id', 'kind', 'fingerprint', 'request', 'status', 'stripe_id', 'created_at'] as const;

export interface Wanted {
  companyId: CompanyId;
  kind: OperationKind;
  /** What is asked of Stripe, without our own id. */
  request: Record<string, unknown>;
  /** Which earlier row is continued: one that asks for the same, any of the kind, or none. */
  reuse: 'same' | 'any' | 'none';
}

/**
 * The row whose id is the idempotency key: one that was begun before and not ended, else a new one. Two at the same
 * time get the same row (the subscriber's row is locked). It is committed before anything is asked of Stripe.
 */
export const beginOperation = (db: AppDb, wanted: Wanted): Promise<KeyedOperation> =>
  inCompany(db, wanted.companyId, (tx) => beginIn(tx, wanted));

/** The same in a transaction that decides more under the same lock. */
export const beginIn = async (tx: CompanyTx, { companyId, kind, request, reuse }: Wanted): Promise<KeyedOperation> => {
  await tx.selectFrom('subscribers').select('company_id').where('company_id', '=', companyId).forUpdate().execute();
  const text = JSON.stringify(request);
  const fingerprint = createHash('sha256').update(text).digest('hex');
  if (reuse !== 'none') {
    const known = await tx
      .selectFrom('stripe_operations')
      .select([...COLUMNS, FRESH])
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .where('status', 'in', ['started', 'open'])
      .$if(reuse === 'same', (query) => query.where('fingerprint', '=', fingerprint))
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (known) return known;
  }
  return tx
    .insertInto('stripe_operations')
    .values({ company_id: companyId, kind, fingerprint, request: text })
    .returning([...COLUMNS, FRESH])
    .executeTakeFirstOrThrow();
};

/** Notes what Stripe created (null: something without an id, or whose address is a secret); a status that an event has already written stays. */
export const noteCreated = (
  db: AppDb,
  { operation, stripeId, status }: { operation: Operation; stripeId: string | null; status: 'open' | 'done' },
): Promise<void> =>
  inCompany(db, operation.company_id, async (tx) => {
    await tx
      .updateTable('stripe_operations')
      .set((row) => ({
        stripe_id: stripeId,
        status: row.case().when('status', '=', 'started').then(status).else(row.ref('status')).end(),
      }))
      .where('company_id', '=', operation.company_id)
      .where('id', '=', operation.id)
      .execute();
  });

/** Ends an operation that came to nothing, so that the next try is a new one. */
export const noteFailed = (db: AppDb, operation: Operation): Promise<void> =>
  inCompany(db, operation.company_id, async (tx) => {
    await tx
      .updateTable('stripe_operations')
      .set({ status: 'failed' })
      .where('company_id', '=', operation.company_id)
      .where('id', '=', operation.id)
      .where('status', 'in', ['started', 'open'])
      .execute();
  });

/** The checkouts of a company that may still be paid, or are on their way. */
export const findOpenCheckouts = (db: AppDb, companyId: CompanyId): Promise<Operation[]> =>
  inCompany(db, companyId, (tx) =>
    tx
      .selectFrom('stripe_operations')
      .select(COLUMNS)
      .where('company_id', '=', companyId)
      .where('kind', 'in', ['checkout.plan', 'checkout.credit'])
      .where('status', 'in', ['open', 'processing'])
      .execute(),
  );
