import type { CheckoutStatusView } from '#shared/features/billing/billing.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';

const STATES = {
  started: 'confirming',
  open: 'confirming',
  processing: 'confirming',
  done: 'active',
  failed: 'failed',
  expired: 'expired',
} as const;

/**
 * Returns a checkout's state from our own row, which the webhook updates (S3). Opening the success page isn't proof of
 * payment. 'active' means that the plan or credit exists. Throws NOT_FOUND for another company's checkout.
 */
export const checkoutStatus = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId, sessionId: string) =>
  inCompany(db, companyId, async (tx): Promise<CheckoutStatusView> => {
    const row = await tx
      .selectFrom('stripe_operations')
      .select(['kind', 'status'])
      .where('company_id', '=', companyId)
      .where('stripe_id', '=', sessionId)
      .where('kind', 'in', ['checkout.plan', 'checkout.credit'])
      .executeTakeFirst();
    if (!row) throw notFound('this checkout');
    return { state: STATES[row.status], what: row.kind === 'checkout.plan' ? 'plan' : 'credit' };
  });
