import type { CompanyId } from '#shared/primitives/ids.ts';
import type { SettleDeps } from './settle-from-stripe.ts';
import { settlePlan } from './settle-plan.ts';

/** Updates the plan of this customer's company; an unknown customer changes nothing. */
export async function settleCustomer(deps: SettleDeps, customer: string | null): Promise<string> {
  const companyId = customer === null ? undefined : await findByCustomer(deps, customer);
  if (companyId === undefined) return 'not a customer of ours';
  return (await settlePlan(deps, companyId)) ?? 'nothing changed';
}

const findByCustomer = async (
  { system }: Pick<SettleDeps, 'system'>,
  customer: string,
): Promise<CompanyId | undefined> => {
  const row = await system
    .selectFrom('subscribers')
    .select('company_id')
    .where('stripe_customer_id', '=', customer)
    .executeTakeFirst();
  return row?.company_id;
};
