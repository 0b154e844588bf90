import type Stripe from 'stripe';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { isMissing, type StripeClient } from '../../platform/stripe.ts';
import { ACCESS_COLUMNS } from './access.ts';
import { requireStripe, type BillingTx } from './billing-deps.ts';
import {
  ACCESS_BY_STATUS,
  decidingPlan,
  type PlanState,
  readPlanState,
  type SubscriptionColumns,
  subscriptionColumnsOf,
} from './plan-state.ts';
import { applyStripeTruth, type StripeDeps } from './apply-stripe-truth.ts';

/**
 * Thrown if Stripe doesn't recognize a subscription that we stored. The error points to a wrong key rather than a
 * cancellation.
 */
export class UnknownAtStripeError extends Error {
  override readonly name = 'UnknownAtStripeError';
}

const LARGEST_PAGE = 100;

/**
 * Rereads the company's subscriptions from Stripe and updates its `subscribers` row. Does nothing if the company has no
 * Stripe customer. If Stripe doesn't respond or doesn't recognize our subscription (UnknownAtStripeError), throws
 * without changing anything, because an error must neither grant nor remove access. Returns a description of the change
 * for the log, or null if nothing changed.
 */
export async function applyStripePlan(deps: StripeDeps, companyId: CompanyId): Promise<string | null> {
  const known = await deps.system
    .selectFrom('subscribers')
    .select(['stripe_customer_id', 'stripe_subscription_id'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  const customer = known?.stripe_customer_id;
  if (!customer) return null;
  const stripe = requireStripe(deps);
  let change: string | null = null;
  await applyStripeTruth(deps.system, {
    key: `plan:${companyId}`,
    read: () => readPlan(deps, stripe, { customer, subscription: known.stripe_subscription_id }),
    write: async (tx, plan) => {
      change = await writePlan(tx, deps, { companyId, customer, plan });
    },
  });
  return change;
}

async function readPlan(
  { config, clock, logger }: StripeDeps,
  stripe: StripeClient,
  { customer, subscription }: { customer: string; subscription: string | null },
): Promise<PlanState | null> {
  const listed = await listOf(stripe, customer);
  const found = listed.length === 0 && subscription !== null ? [await readKnown(stripe, subscription)] : listed;
  const states = found.map((one) => readPlanState(config, one));
  for (const { subscriptionId, status, tier } of states) {
    if (ACCESS_BY_STATUS[status] === undefined) logger.error({ subscriptionId, status }, 'an unknown status at Stripe');
    if (tier === undefined) logger.error({ subscriptionId }, 'a subscription has an unknown price');
  }
  return decidingPlan(states, clock.now());
}

/** Returns all of a customer's subscriptions. The result is empty if the customer was deleted. */
const listOf = async (stripe: StripeClient, customer: string): Promise<Stripe.Subscription[]> => {
  try {
    const expand = ['data.latest_invoice'];
    return (await stripe.subscriptions.list({ customer, status: 'all', limit: LARGEST_PAGE, expand })).data;
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

const readKnown = async (stripe: StripeClient, id: string): Promise<Stripe.Subscription> => {
  try {
    return await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new UnknownAtStripeError(`Stripe has no record of ${id}`, { cause: error });
  }
};

interface Written {
  companyId: CompanyId;
  customer: string;
  plan: PlanState | null;
}

async function writePlan(
  tx: BillingTx,
  { clock }: StripeDeps,
  { companyId, customer, plan }: Written,
): Promise<string | null> {
  const now = clock.now();
  const row = await tx
    .selectFrom('subscribers')
    .select([...ACCESS_COLUMNS, 'period_start', 'stripe_subscription_id'])
    .where('company_id', '=', companyId)
    .where('stripe_customer_id', '=', customer)
    .forUpdate()
    .executeTakeFirst();
  // The company's customer has changed in the meantime, so this result no longer applies.
  if (!row) return null;
  const columns = subscriptionColumnsOf(
    { plan, freeUntil: row.free_until, creditsBoughtAt: row.credits_bought_at },
    now,
  );
  await tx.updateTable('subscribers').set(columns).where('company_id', '=', companyId).execute();
  return difference(row, columns);
}

function difference(before: SubscriptionColumns, after: SubscriptionColumns): string | null {
  const text = (row: SubscriptionColumns): string =>
    [row.subscribed, row.subscription_tier, row.subscription_end?.toISOString() ?? '', row.stripe_status ?? ''].join(
      ' ',
    );
  return text(before) === text(after) ? null : `${text(before)} → ${text(after)}`;
}

/** Updates the plan of the company that has this Stripe customer. Ignores unknown customers. */
export async function applyStripeCustomer(deps: StripeDeps, customer: string | null): Promise<string> {
  const companyId = customer === null ? undefined : await findByCustomer(deps, customer);
  if (companyId === undefined) return 'not our customer';
  return (await applyStripePlan(deps, companyId)) ?? 'nothing changed';
}

const findByCustomer = async (
  { system }: Pick<StripeDeps, 'system'>,
  customer: string,
): Promise<CompanyId | undefined> => {
  const row = await system
    .selectFrom('subscribers')
    .select('company_id')
    .where('stripe_customer_id', '=', customer)
    .executeTakeFirst();
  return row?.company_id;
};
