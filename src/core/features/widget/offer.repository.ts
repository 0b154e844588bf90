import { sql, type RawBuilder } from 'kysely';
import { agentAnswersHere } from '#shared/features/agent/agent-hours.rules.ts';
import type { AgentHours, OpenHours } from '#shared/features/agent/agent.schema.ts';
import { DEFAULT_BASE_PRICE_CENTS, DEFAULT_GATE_PRICE_CENTS } from '#shared/features/pricing/pricing.schema.ts';
import type { CompanyId, MaterialId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { prepared } from '../../platform/db/dialect.ts';
import type { PriceBook } from '#shared/features/pricing/price-book.ts';
import { bookOf } from '../pricing/prices.repository.ts';
import type { StoredBook } from '../pricing/pricing.table.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { ACCESS_COLUMNS, accessOf, type AccessRow } from '../billing/access.ts';

export interface OfferedMaterial {
  id: MaterialId;
  name: string;
  premiumCents: number;
}

const COMPANY_COLUMNS = [
  'id',
  'contractor_id',
  'name',
  'email',
  'phone',
  'logo_hash',
  'widget_primary_color',
  'widget_price_gating',
  'widget_material_selection',
  'widget_instant_quotes',
  'widget_seen_at',
  'widget_paused',
  'widget_paused_text',
  'widget_allowed_domains',
  'time_zone',
] as const;

/** A company's current offer in its widget. */
export interface Offer {
  company: Pick<CompanyRow, (typeof COMPANY_COLUMNS)[number]>;
  premium: boolean;
  basePriceCents: number;
  gatePriceCents: number;
  /** The price book, with the prices of these materials. */
  book: PriceBook;
  /** The materials in the company's order. Starter includes only the basic ones. */
  materials: OfferedMaterial[];
  /**
   * Whether the company's agent currently answers in the widget. The plan must include the agent, and the agent must be
   * turned on and within its hours.
   */
  answers: boolean;
  /** Whether requests within the company's bounds get an estimate at once. */
  instant: boolean;
}

/** An offer's columns, all from one statement. If the company has no plan, every plan column is null. */
export type OfferRow = Offer['company'] & { [Column in keyof AccessRow]: AccessRow[Column] | null } & {
  base_price_cents: number | null;
  gate_price_cents: number | null;
  book: StoredBook | null;
  /** Null if the company has never changed the agent's settings. The agent is on by default. */
  agent_widget: boolean | null;
  agent_hours: AgentHours | null;
  agent_open_hours: OpenHours[] | null;
  /** Null if the company has never turned instant estimates on. */
  instant_enabled: boolean | null;
  materials: (OfferedMaterial & { basic: boolean })[];
};

const namesOf = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${table}.${column}`).join(', ');

/** The columns for an `OfferRow`. `companies` is the alias for the company's table. */
export const OFFER_COLUMNS = sql.raw(`${namesOf('companies', COMPANY_COLUMNS)}, ${namesOf('plans', ACCESS_COLUMNS)},
  prices.base_price_cents, prices.gate_price_cents, prices.book, agents.widget as agent_widget,
  instants.enabled as instant_enabled, agents.hours as agent_hours, agents.open_hours as agent_open_hours,
  coalesce((select json_agg(json_build_object('id', materials.id, 'name', materials.name, 'basic', materials.basic,
      'premiumCents', materials.premium_cents) order by materials.position, materials.id)
    from materials where materials.company_id = companies.id and materials.deleted_at is null), '[]') as materials`);
export const OFFER_JOINS = sql.raw(`left join subscribers plans on plans.company_id = companies.id
  left join pricing_settings prices on prices.company_id = companies.id
  left join agent_settings agents on agents.company_id = companies.id
  left join instant_settings instants on instants.company_id = companies.id`);

/**
 * Reads the company, its plan, its prices and the materials that the plan allows. Returns undefined if the company no
 * longer exists.
 */
export const findOffer = async (
  tx: CompanyTx,
  { companyId, now }: { companyId: CompanyId; now: Date },
): Promise<Offer | undefined> => {
  const [row] = (await offerOf(companyId).execute(tx)).rows;
  return row && toOffer(row, now);
};

const offerOf = (companyId: CompanyId): RawBuilder<OfferRow> => sql`${prepared}
  select ${OFFER_COLUMNS} from company_profiles companies ${OFFER_JOINS} where companies.id = ${companyId}`;

/** Returns the offer that the plan allows at `now`. */
export const toOffer = (row: OfferRow, now: Date): Offer => {
  const { features, hasDashboard } = accessOf(planOf(row), now);
  const premium = features.branding;
  const gatePriceCents = row.gate_price_cents ?? DEFAULT_GATE_PRICE_CENTS;
  const materials = row.materials
    .filter(({ basic }) => premium || basic)
    .map(({ id, name, premiumCents }) => ({ id, name, premiumCents }));
  return {
    company: row,
    premium,
    basePriceCents: row.base_price_cents ?? DEFAULT_BASE_PRICE_CENTS,
    gatePriceCents,
    book: bookOf(row.book, { gatePriceCents, materials }),
    materials,
    answers: hasDashboard && answersInWidget(row, now),
    instant: row.instant_enabled === true,
  };
};

const answersInWidget = (row: OfferRow, now: Date): boolean =>
  agentAnswersHere(
    {
      widget: row.agent_widget ?? true,
      hours: row.agent_hours ?? 'always',
      openHours: row.agent_open_hours ?? [],
    },
    'widget',
    { now, zone: row.time_zone },
  );

/** Returns the plan's columns, or undefined if the company has no plan. Either all plan columns are set or none are. */
function planOf({ subscribed, subscription_tier: tier, cancel_at_period_end: ends, ...row }: OfferRow) {
  if (subscribed === null || tier === null || ends === null) return undefined;
  return { ...row, subscribed, subscription_tier: tier, cancel_at_period_end: ends };
}

/**
 * Whether the plan includes the features that Starter lacks: every material in the widget, and custom branding (spec,
 * section 9).
 */
export const hasPremium = (plan: AccessRow | undefined, now: Date): boolean => accessOf(plan, now).features.branding;
