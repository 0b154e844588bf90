import { isDeepStrictEqual } from 'node:util';
import { brandFill, DEFAULT_BRAND_COLOR } from '#shared/features/widget/brand-fill.ts';
import { consentIn } from '#shared/features/permission/text-consent.words.ts';
import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import { isAllowedOrigin } from '#shared/features/widget/allowed-domains.rules.ts';
import { defaultPausedText } from '#shared/features/widget/paused.rules.ts';
import { CHAT_LABEL } from '#shared/features/widget/words/chat-label.ts';
import { es } from '#shared/features/widget/words/first-words.es.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import { gateNameIn } from '#shared/features/pricing/fence-gates.rules.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import { type GateKind, neutralBook, type PriceBook } from '#shared/features/pricing/price-book.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { logoUrlOf } from '../company/company-view.ts';
import type { FindDeps } from './find-contractor.ts';
import { findOffer, type Offer, toOffer } from './offer.repository.ts';
import { findPublicOffer } from './public-offers.ts';
import { issueTicket } from './ticket.ts';

/**
 * The page that requests the settings. `url` is its URL or origin, if the browser sends one. `origin` is the `Origin`
 * header.
 */
export interface RequestingPage {
  url?: string | undefined;
  origin?: string | undefined;
  language?: Language | undefined;
  /** Called when the form is shown, which means that the company exists and its widget isn't paused. */
  shown?: (companyId: CompanyId) => void;
}

/**
 * Returns a contractor's widget settings. They include a ticket that the widget sends with the lead. The settings
 * override the page's `data-` attributes. If `contractorId` is one of the company's earlier ids, the settings contain
 * the current one. The first request from another website is recorded for the first-run checklist. Throws NOT_FOUND if
 * the contractor id is unknown or if the owner's email is unconfirmed. Throws FORBIDDEN if the page's origin isn't on
 * the company's list of allowed domains.
 */
export const widgetConfig = async (
  deps: FindDeps & Pick<Deps, 'db' | 'clock' | 'config'>,
  contractorId: string,
  page: RequestingPage = {},
): Promise<WidgetConfig> => {
  const { db, clock, config } = deps;
  const row = await findPublicOffer(deps, contractorId);
  if (row === undefined) throw notFound('this contractor');
  if (page.origin !== undefined && !isAllowedOrigin(page.origin, row.widget_allowed_domains, config.PUBLIC_URL))
    throw new AppError('This form isn’t set up for this website', 'FORBIDDEN');
  const now = clock.now();
  if (row.widget_seen_at === null && isForeign(page.url ?? page.origin, config))
    await inCompany(db, row.id, (tx) => noteSeen(tx, row.id, now));
  if (!row.widget_paused) page.shown?.(row.id);
  const offer = toOffer(row, now);
  return {
    ...toConfig(offer, config, page.language),
    ...(offer.answers && { chat: CHAT_LABEL[page.language ?? DEFAULT_LANGUAGE] }),
    ticket: issueTicket(row.id, config.APP_SECRET, new Date()),
  };
};

export const companyWidgetConfig = async (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  companyId: CompanyId,
  language?: Language,
): Promise<WidgetConfig> => {
  const offer = await inCompany(db, companyId, (tx) => findOffer(tx, { companyId, now: clock.now() }));
  if (!offer) throw notFound('this contractor');
  return toConfig(offer, config, language);
};

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether the page is on another website. Pages on localhost don't count. */
const isForeign = (page: string | undefined, { PUBLIC_URL }: Deps['config']): boolean => {
  const url = page === undefined ? null : URL.parse(page);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    !LOOPBACK.test(url.hostname) &&
    url.host !== new URL(PUBLIC_URL).host
  );
};

const noteSeen = async (tx: CompanyTx, companyId: CompanyId, now: Date): Promise<void> => {
  await tx
    .updateTable('company_profiles')
    .set({ widget_seen_at: now })
    .where('id', '=', companyId)
    .where('widget_seen_at', 'is', null)
    .execute();
};

const toConfig = (offer: Offer, config: Deps['config'], language: Language = DEFAULT_LANGUAGE): WidgetConfig => {
  const { company, premium, materials } = offer;
  // A custom color and logo are branding, which Starter doesn't include (spec, section 9).
  const primaryColor = premium ? company.widget_primary_color : DEFAULT_BRAND_COLOR;
  return {
    contractorId: company.contractor_id,
    companyName: company.name,
    phone: company.phone,
    logoUrl: premium && company.logo_hash !== null ? logoUrlOf(config, company.logo_hash) : null,
    primaryColor,
    brand: brandOf(primaryColor),
    poweredBy: !premium,
    ...(!premium && { productName: config.PRODUCT_NAME }),
    priceGating: company.widget_price_gating,
    materialSelection: company.widget_material_selection,
    instantQuotes: company.widget_instant_quotes,
    ...(company.widget_paused && { paused: true, pausedText: pausedTextOf(company, language) }),
    materials: materials.map(({ id, name }) => ({ id, name })),
    consent: consentIn(language, company.name),
    ...(language === 'es' && { words: es }),
    ...(company.widget_instant_quotes && !company.widget_price_gating ? { prices: pricesOf(offer) } : {}),
    range: offer.book.range.percent > 0 ? offer.book.range : null,
    ...(offer.instant && { instant: true }),
    ...askable(offer, language),
  };
};

export const pausedTextOf = (
  { name, phone, widget_paused_text: text }: Offer['company'],
  language: Language = DEFAULT_LANGUAGE,
): string => (text === '' ? defaultPausedText({ name, phone }, language) : text);

const MOST_BRANDS = 1_000;
const brands = new Map<string, WidgetConfig['brand']>();

/** Returns the colors derived from a brand color. They're computed once per color. */
const brandOf = (color: string): WidgetConfig['brand'] => {
  const known = brands.get(color);
  if (known !== undefined) return known;
  const { fill, label } = brandFill(color);
  if (brands.size >= MOST_BRANDS) brands.clear();
  brands.set(color, { fill, label });
  return { fill, label };
};

const pricesOf = (offer: Offer): NonNullable<WidgetConfig['prices']> => ({
  perFootCents: Object.fromEntries(
    offer.materials.map(({ id, premiumCents }) => [id, offer.basePriceCents + premiumCents]),
  ),
  gateCents: offer.gatePriceCents,
  ...(isNeutral(offer) ? {} : { book: withoutZones(offer.book) }),
});

/** ZIP codes aren't known before contact. An optional item is added by the contractor. */
const withoutZones = ({ zones: _zones, range: _range, items, ...book }: PriceBook) => ({
  ...book,
  items: items.filter(({ optional }) => !optional),
});

const ofOnePrice = ({ byMaterial = [], ...kind }: GateKind): GateKind =>
  byMaterial.length > 0 ? { ...kind, byMaterial } : kind;

const isNeutral = ({ book, gatePriceCents }: Offer): boolean =>
  isDeepStrictEqual(withoutZones(book), withoutZones(neutralBook(gatePriceCents)));

/**
 * Returns what the price book can price besides length, material and number of gates, with its names in a language. The
 * widget asks only for that.
 */
const askable = (
  { book, gatePriceCents }: Offer,
  language: Language,
): Pick<WidgetConfig, 'heights' | 'gateKinds' | 'removal'> => {
  const { heights, gateKinds, removalPerFootCents, gateTakesWidth } = book;
  const kindsDiffer =
    gateTakesWidth || !isDeepStrictEqual(gateKinds.map(ofOnePrice), neutralBook(gatePriceCents).gateKinds);
  return {
    ...(heights.length > 0 && { heights: heights.map(({ materialId, heightFt }) => ({ materialId, heightFt })) }),
    ...(kindsDiffer && { gateKinds: gateKinds.map((kind) => ({ key: kind.key, label: gateNameIn(kind, language) })) }),
    ...(removalPerFootCents > 0 && { removal: true }),
  };
};
