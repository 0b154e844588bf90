import { createHash } from 'node:crypto';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type AppDb, type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Database } from '../../platform/db/tables.ts';
import type { StripeOperationsTable } from './billing.table.ts';

export type OperationKind =
  | 'customer'
  | 'checkout.plan'
  | 'checkout.credit'
  | 'checkout.payment'
  | 'checkout.expire'
  | 'refund'
  | 'portal'
  | 'account'
  | 'account.link';
export type Operation = Selectable<StripeOperationsTable>;

/**
 * An operation, and whether Stripe is guaranteed to still recognize its idempotency key. Stripe may drop keys after 24
 * hours (S15).
 */
export interface KeyedOperation extends Operation {
  fresh: boolean;
}

const FRESH = sql<boolean>`created_at > now() - interval '23 hours'`.as('fresh');
const COLUMNS = ['id', 'company_id', 'kind', 'fingerprint', 'request', 'status', 'stripe_id', 'created_at'] as const;

// All writes to `stripe_operations` are in this file (one-writer.unit.test.ts).

export interface Wanted {
  companyId: CompanyId;
  kind: OperationKind;
  /** The parameters of the Stripe request, without the operation's own id. */
  request: Record<string, unknown>;
  /**
   * Which earlier operation to continue: an operation with identical parameters, any operation of the same kind, or
   * none.
   */
  reuse: 'same' | 'any' | 'none';
}

/**
 * Returns an operation for a Stripe request: an unfinished earlier operation or, if there isn't one, a new operation.
 * The operation's id is the idempotency key. Two concurrent callers get the same operation, because the subscriber's
 * row is locked. The operation is committed before anything is sent to Stripe.
 */
export const beginOperation = (db: AppDb, wanted: Wanted): Promise<KeyedOperation> =>
  inCompany(db, wanted.companyId, (tx) => beginIn(tx, wanted));

/** Like `beginOperation`, but in the caller's transaction, which makes further decisions under the same lock. */
export const beginIn = async (tx: CompanyTx, { companyId, kind, request, reuse }: Wanted): Promise<KeyedOperation> => {
  await tx.selectFrom('subscribers').select('company_id').where('company_id', '=', companyId).forUpdate().execute();
  if (reuse !== 'none') {
    const known = await tx
      .selectFrom('stripe_operations')
      .select([...COLUMNS, FRESH])
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .where('status', 'in', ['started', 'open'])
      .$if(reuse === 'same', (query) => query.where('fingerprint', '=', fingerprintOf(request)))
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (known) return known;
  }
  return writeOperation(tx, { companyId, kind, request });
};

/** Stores the parameters of a Stripe request in the caller's transaction. */
export const writeOperation = (
  tx: CompanyTx,
  { companyId, kind, request }: Omit<Wanted, 'reuse'>,
): Promise<KeyedOperation> =>
  tx
    .insertInto('stripe_operations')
    .values({ company_id: companyId, kind, fingerprint: fingerprintOf(request), request: JSON.stringify(request) })
    .returning([...COLUMNS, FRESH])
    .executeTakeFirstOrThrow();

const fingerprintOf = (request: Wanted['request']): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex');

interface OfOperation {
  companyId: CompanyId;
  /** The operation's id. Null if there's no operation to update. In that case, nothing is written. */
  id: string | null;
}

const rowOf = (tx: Transaction<Database>, { companyId, id }: OfOperation) =>
  tx.updateTable('stripe_operations').where('company_id', '=', companyId).where('id', '=', id);

/**
 * Records the object that Stripe created for an operation. `stripeId` is null if the object doesn't have an id or its
 * URL is secret. If an event has already set the operation's status, that status is kept.
 */
export const noteCreated = (
  db: AppDb,
  { operation, stripeId, status }: { operation: Operation; stripeId: string | null; status: 'open' | 'done' },
): Promise<void> =>
  inCompany(db, operation.company_id, (tx) =>
    noteCreatedIn(tx, { companyId: operation.company_id, id: operation.id }, { stripeId, status }),
  );

/** Like `noteCreated`, but in the caller's transaction, which also writes other rows. */
export async function noteCreatedIn(
  tx: CompanyTx,
  of: OfOperation,
  { stripeId, status }: { stripeId: string | null; status: 'open' | 'done' },
): Promise<void> {
  await rowOf(tx, of)
    .set((row) => ({
      stripe_id: stripeId,
      status: row.case().when('status', '=', 'started').then(status).else(row.ref('status')).end(),
    }))
    .execute();
}

/** Ends a failed operation, so that the next attempt creates a new operation. */
export const noteFailed = (db: AppDb, operation: Operation): Promise<void> =>
  inCompany(db, operation.company_id, (tx) =>
    endOperation(
      tx,
      { companyId: operation.company_id, id: operation.id },
      { from: ['started', 'open'], to: 'failed' },
    ),
  );

/** Ends an operation that didn't create an object, if its status is one of `from`. */
export async function endOperation(
  tx: CompanyTx,
  of: OfOperation,
  { from, to }: { from: readonly Operation['status'][]; to: 'done' | 'failed' },
): Promise<void> {
  await rowOf(tx, of).set({ status: to }).where('status', 'in', from).execute();
}

/** Stores the created object's current status, replacing the previous status. */
export async function recordOperation(
  tx: Transaction<Database>,
  of: OfOperation,
  { stripeId, status }: { stripeId: string; status: Operation['status'] },
): Promise<void> {
  await rowOf(tx, of).set({ stripe_id: stripeId, status }).execute();
}

/** Returns a company's checkouts that can still be paid or are being processed. */
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

/**
 * Removes the payer's email address from the stored requests for checkouts of these leads' payments. An open checkout's
 * request stays until the checkout has ended, because Stripe expects an unchanged one.
 */
export async function forgetPayers(
  tx: CompanyTx,
  { companyId, leadIds }: { companyId: CompanyId; leadIds: readonly LeadId[] },
): Promise<void> {
  await sql`update stripe_operations set request = request || '{"email": null}'
    where company_id = ${companyId} and request ? 'email' and id in (select operation_id from payments
      where company_id = ${companyId} and lead_id = any(${leadIds}) and status <> 'open')`.execute(tx);
}
