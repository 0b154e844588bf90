import { brandFill, DEFAULT_BRAND_COLOR } from '#shared/features/widget/brand-fill.ts';
import { CONSENT_VERSION, consentText, type WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { logoUrlOf } from '../company/logo-address.ts';
import { findContractor } from './find-contractor.ts';
import { findOffer, type Offer } from './offer.repository.ts';

/**
 * What the widget of a contractor shows: the server's settings, which win over the page's `data-` attributes.
 * An old contractor id answers with the present one. Throws NOT_FOUND for an unknown contractor.
 */
export const widgetConfig = async (
  { db, system, clock, config }: Pick<Deps, 'db' | 'system' | 'clock' | 'config'>,
  contractorId: string,
): Promise<WidgetConfig> => {
  const companyId = await findContractor(system, contractorId);
  if (!companyId) throw notFound('This contractor');
  return companyWidgetConfig({ db, clock, config }, companyId);
};

/** The same for a company that is known. */
export const companyWidgetConfig = async (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  companyId: CompanyId,
): Promise<WidgetConfig> => {
  const offer = await inCompany(db, companyId, (tx) => findOffer(tx, { companyId, now: clock.now() }));
  if (!offer) throw notFound('This contractor');
  return toConfig(offer, config);
};

const toConfig = (offer: Offer, config: Deps['config']): WidgetConfig => {
  const { PRODUCT_NAME, PUBLIC_URL } = config;
  const { company, premium, materials } = offer;
  // a colour and a logo of one's own are branding, which Starter has not (decisions.md, plans)
  const primaryColor = premium ? company.widget_primary_color : DEFAULT_BRAND_COLOR;
  const { fill, label } = brandFill(primaryColor);
  return {
    contractorId: company.contractor_id,
    companyName: company.name,
    phone: company.phone,
    logoUrl: premium && company.logo_hash !== null ? logoUrlOf(config, company.logo_hash) : null,
    primaryColor,
    brand: { fill, label },
    poweredBy: !premium,
    productName: PRODUCT_NAME,
    priceGating: company.widget_price_gating,
    materialSelection: company.widget_material_selection,
    instantQuotes: company.widget_instant_quotes,
    materials: materials.map(({ id, name }) => ({ id, name })),
    consent: { version: CONSENT_VERSION, text: consentText(company.name) },
    legal: { privacyUrl: `${PUBLIC_URL}/privacy`, termsUrl: `${PUBLIC_URL}/terms` },
    ...(company.widget_instant_quotes && !company.widget_price_gating ? { prices: pricesOf(offer) } : {}),
  };
};

const pricesOf = (offer: Offer): NonNullable<WidgetConfig['prices']> => ({
  perFootCents: Object.fromEntries(
    offer.materials.map(({ id, premiumCents }) => [id, offer.basePriceCents + premiumCents]),
  ),
  gateCents: offer.gatePriceCents,
});
