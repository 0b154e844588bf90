import { DEFAULT_BASE_PRICE_CENTS, DEFAULT_GATE_PRICE_CENTS } from '#shared/features/pricing/pricing.schema.ts';
import type { CompanyId, MaterialId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { findAccessRow, accessOf, type AccessRow } from '../billing/access.ts';

export interface OfferedMaterial {
  id: MaterialId;
  name: string;
  premiumCents: number;
}

/** What a company offers in its widget right now. */
export interface Offer {
  company: CompanyRow;
  premium: boolean;
  basePriceCents: number;
  gatePriceCents: number;
  /** In the company's order; on Starter the basic ones only. */
  materials: OfferedMaterial[];
}

/** Reads company, plan, prices and the materials that the plan allows. Undefined where the company is gone. */
export const findOffer = async (
  tx: CompanyTx,
  { companyId, now }: { companyId: CompanyId; now: Date },
): Promise<Offer | undefined> => {
  const company = await tx.selectFrom('company_profiles').selectAll().where('id', '=', companyId).executeTakeFirst();
  if (!company) return undefined;
  const plan = await findAccessRow(tx, companyId);
  const prices = await tx
    .selectFrom('pricing_settings')
    .select(['base_price_cents', 'gate_price_cents'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  const premium = hasPremium(plan, now);
  const materials = await tx
    .selectFrom('materials')
    .select(['id', 'name', 'premium_cents as premiumCents'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .$if(!premium, (query) => query.where('basic', '=', true))
    .orderBy('position')
    .orderBy('id')
    .execute();
  return {
    company,
    premium,
    basePriceCents: prices?.base_price_cents ?? DEFAULT_BASE_PRICE_CENTS,
    gatePriceCents: prices?.gate_price_cents ?? DEFAULT_GATE_PRICE_CENTS,
    materials,
  };
};

/**
 * Whether the company has what Starter has not: every material in the widget, its own branding (decisions.md,
 * plans).
 */
export const hasPremium = (plan: AccessRow | undefined, now: Date): boolean => accessOf(plan, now).features.branding;
