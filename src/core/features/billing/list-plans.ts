import type { PlanView } from '#shared/features/billing/billing.schema.ts';
import { PLANS } from '#shared/features/billing/plans.ts';
import { type PriceConfig, priceOf } from './prices.ts';

/** The plan cards with the server's own price ids (S1). */
export const listPlans = (config: PriceConfig): PlanView[] =>
  PLANS.map((plan) => ({ ...plan, features: [...plan.features], priceId: priceOf(config, plan.id) ?? null }));
