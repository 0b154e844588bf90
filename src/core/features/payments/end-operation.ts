import { sql } from 'kysely';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { endOperation, writeOperation } from '../billing/operations.repository.ts';
import type { BillingDeps } from '../billing/billing-deps.ts';
import type { OpenPayment } from './payments.repository.ts';

/** A payment whose checkout is being expired, and the operation whose id is Stripe's key (S15). */
export type Ending = OpenPayment & { end_operation_id: string };

/**
 * Stores the intent to expire a payment's checkout before Stripe is asked. From the commit on, its URL isn't returned
 * to anyone. An unfinished attempt is resumed, unless Stripe answered with an error or may have forgotten its key.
 */
export async function beginEnd(tx: CompanyTx, payment: OpenPayment): Promise<Ending> {
  const { company_id: companyId, id } = payment;
  const { end_operation_id: known } = await tx
    .selectFrom('payments')
    .select('end_operation_id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (known !== null && (await isUsable(tx, companyId, known))) return { ...payment, end_operation_id: known };
  const operation = await writeOperation(tx, { companyId, kind: 'checkout.expire', request: { paymentId: id } });
  await tx
    .updateTable('payments')
    .set({ end_operation_id: operation.id })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  return { ...payment, end_operation_id: operation.id };
}

const isUsable = async (tx: CompanyTx, companyId: OpenPayment['company_id'], id: string): Promise<boolean> => {
  const { usable } = await tx
    .selectFrom('stripe_operations')
    .select(sql<boolean>`status <> 'failed' and created_at > now() - interval '23 hours'`.as('usable'))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return usable;
};

/** Records the result of an expiry: `failed` if its key would only repeat Stripe's error. */
export const noteEnd = (
  { db }: Pick<BillingDeps, 'db'>,
  { company_id: companyId, end_operation_id: id }: Ending,
  status: 'done' | 'failed',
): Promise<void> =>
  inCompany(db, companyId, (tx) => endOperation(tx, { companyId, id }, { from: ['started'], to: status }));
