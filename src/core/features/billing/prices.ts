import { PLANS, type PlanId } from '#shared/features/billing/plans.ts';
import type { Config } from '../../platform/config.ts';
import type { PlanView } from '#shared/features/billing/billing.schema.ts';

export type PriceConfig = Pick<Config, 'STRIPE_PRICE_STARTER' | 'STRIPE_PRICE_PRO' | 'STRIPE_PRICE_PAY_AS_YOU_GO'>;

/** Returns a plan's Stripe price from the server's configuration (S1), or undefined if it isn't configured. */
export const priceOf = (config: PriceConfig, plan: PlanId): string | undefined =>
  ({
    starter: config.STRIPE_PRICE_STARTER,
    pro: config.STRIPE_PRICE_PRO,
    pay_as_you_go: config.STRIPE_PRICE_PAY_AS_YOU_GO,
  })[plan];

/** Returns the plan that a price belongs to, or undefined if the price isn't ours. */
export const planOfPrice = (config: PriceConfig, priceId: string): PlanId | undefined =>
  (['starter', 'pro', 'pay_as_you_go'] as const).find((plan) => priceOf(config, plan) === priceId);

/** Returns the plan cards with the server's own price ids (S1). */
export const listPlans = (config: PriceConfig): PlanView[] =>
  PLANS.map((plan) => ({ ...plan, features: [...plan.features], priceId: priceOf(config, plan.id) ?? null }));
