import { type Kysely, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, EstimateId, LeadId } from '#shared/primitives/ids.ts';
import { prepared } from '../../platform/db/dialect.ts';
import type { Database } from '../../platform/db/tables.ts';
import { planOfRows } from './payment-stages.ts';
import type { AcceptanceRow } from './estimates.table.ts';
import type { StoredChange } from './document-changes.ts';
import type { Version } from './estimate-document.ts';
import { datedOffer, type LiveOfferRow } from './estimate-offers.ts';
import { ESTIMATE_COLUMNS } from './estimates.repository.ts';
import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';

const OPTION_COLUMNS = [
  'option.id',
  'option.company_id',
  'option.estimate_id',
  'option.position',
  'option.label',
  'option.perimeter_ft',
  'option.gate_count',
  'option.material_type',
  'option.base_price_cents',
  'option.premium_cents',
  'option.gate_price_cents',
  'option.total_cents',
  'option.priced',
] as const;

/** Selects versions with their options and live offers. Uses the index estimate_offers_lead. */
const selectVersions = (db: Kysely<Database>, companyId: CompanyId, at: Date) =>
  db
    .selectFrom('estimates')
    .select(ESTIMATE_COLUMNS.map((column) => `estimates.${column}` as const))
    .select((estimate) => [
      jsonArrayFrom(
        estimate
          .selectFrom('estimate_options as option')
          .select(OPTION_COLUMNS)
          .whereRef('option.estimate_id', '=', 'estimates.id')
          .orderBy('option.position'),
      ).as('options'),
      jsonArrayFrom(
        estimate
          .selectFrom('payment_stages as stage')
          .select(['stage.label', 'stage.percent', 'stage.cents', 'stage.due'])
          .whereRef('stage.estimate_id', '=', 'estimates.id')
          .orderBy('stage.position'),
      ).as('stages'),
      sql<LiveOfferRow[]>`(select coalesce(jsonb_agg(live), '[]') from live_offers(${estimate.ref('estimates.lead_id')},
        ${estimate.ref('estimates.id')}, coalesce((select signed.at from estimate_acceptances signed
          where signed.estimate_id = ${estimate.ref('estimates.id')} limit 1), ${at})) live)`.as('offers'),
      estimate
        .exists(
          estimate
            .selectFrom('estimates as later')
            .select('later.id')
            .whereRef('later.lead_id', '=', 'estimates.lead_id')
            .whereRef('later.version', '>', 'estimates.version'),
        )
        .as('has_newer'),
      estimate
        .exists(
          estimate
            .selectFrom('estimate_acceptances as signed')
            .select('signed.id')
            .whereRef('signed.estimate_id', '=', 'estimates.id'),
        )
        .as('is_signed'),
    ])
    .where('estimates.company_id', '=', companyId)
    .modifyFront(prepared);

type Selected = Awaited<ReturnType<ReturnType<typeof selectVersions>['execute']>>[number];

const toVersion = (
  { options, stages, offers, has_newer: hasNewer, is_signed: _signed, ...estimate }: Selected,
  { acceptances, changes }: { acceptances: readonly AcceptanceRow[]; changes: readonly StoredChange[] },
): Version => ({
  estimate,
  options,
  plan: planOfRows(stages),
  acceptance: acceptances.find(({ estimate_id: id }) => id === estimate.id) ?? null,
  changes: changes.filter(({ estimate_id: id }) => id === estimate.id),
  offers: offers.map(datedOffer),
  hasNewer: hasNewer === true,
});

const withAcceptances = async (
  db: Kysely<Database>,
  companyId: CompanyId,
  rows: readonly Selected[],
): Promise<Version[]> => {
  const signed = rows.filter(({ is_signed: isSigned }) => isSigned === true).map(({ id }) => id);
  const acceptances =
    signed.length === 0
      ? []
      : await db
          .selectFrom('estimate_acceptances')
          .selectAll()
          .where('company_id', '=', companyId)
          .where('estimate_id', 'in', signed)
          .execute();
  const changes = await listChanges(db, companyId, signed);
  return rows.map((row) => toVersion(row, { acceptances, changes }));
};

/** Lists the changes of signed versions, oldest first. Uses the index of their positions. */
const listChanges = async (
  db: Kysely<Database>,
  companyId: CompanyId,
  estimateIds: readonly EstimateId[],
): Promise<StoredChange[]> => {
  if (estimateIds.length === 0) return [];
  const rows = await db
    .selectFrom('estimate_changes')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('estimate_id', 'in', estimateIds)
    .orderBy('position')
    .execute();
  const signed = rows.filter(({ status }) => status === 'signed').map(({ id }) => id);
  const signatures =
    signed.length === 0
      ? []
      : await db
          .selectFrom('change_signatures')
          .selectAll()
          .where('company_id', '=', companyId)
          .where('change_id', 'in', signed)
          .execute();
  return rows.map((row) => ({ ...row, signature: signatures.find(({ change_id: id }) => id === row.id) ?? null }));
};

/** Reads a version by id as of `at`. Returns undefined if the company has no such version. */
export const findVersion = async (
  db: Kysely<Database>,
  { companyId, id, at }: { companyId: CompanyId; id: EstimateId; at: Date },
): Promise<Version | undefined> => {
  const rows = await selectVersions(db, companyId, at).where('estimates.id', '=', id).execute();
  const [version] = await withAcceptances(db, companyId, rows);
  return version;
};

/** Like `findVersion`, but throws NOT_FOUND. */
export const getVersion = async (
  db: Kysely<Database>,
  of: { companyId: CompanyId; id: EstimateId; at: Date },
): Promise<Version> => {
  const version = await findVersion(db, of);
  if (!version) throw notFound('this estimate');
  return version;
};

/** Lists every version of a lead, newest first. Uses the index estimates_version_unique. */
export const listVersions = async (
  db: Kysely<Database>,
  { companyId, leadId, at }: { companyId: CompanyId; leadId: LeadId; at: Date },
): Promise<Version[]> => {
  const rows = await selectVersions(db, companyId, at)
    .where('estimates.lead_id', '=', leadId)
    .orderBy('estimates.version', 'desc')
    .execute();
  return withAcceptances(db, companyId, rows);
};

/** Lists one version of each lead: the newest signed one or, without one, the newest. Uses estimates_version_unique. */
export const listBindingVersions = async (
  db: Kysely<Database>,
  { companyId, leadIds, at }: { companyId: CompanyId; leadIds: readonly LeadId[]; at: Date },
): Promise<Version[]> => {
  if (leadIds.length === 0) return [];
  const chosen = await db
    .selectFrom('estimates')
    .leftJoin('estimate_acceptances as signed', 'signed.estimate_id', 'estimates.id')
    .distinctOn('estimates.lead_id')
    .select('estimates.id')
    .where('estimates.company_id', '=', companyId)
    .where('estimates.lead_id', 'in', leadIds)
    .orderBy('estimates.lead_id')
    .orderBy((row) => row('signed.id', 'is not', null), 'desc')
    .orderBy('estimates.version', 'desc')
    .execute();
  const ids = chosen.map(({ id }) => id);
  const rows = await selectVersions(db, companyId, at).where('estimates.id', 'in', ids).execute();
  return withAcceptances(db, companyId, rows);
};

const BY_MONEY: readonly EstimateStatus[] = ['deposit_paid', 'paid', 'refunded', 'disputed'];

/** Whether an estimate version is binding. True if the homeowner has signed it or has paid the contractor in person. */
export const isAgreed = ({ estimate, acceptance }: Pick<Version, 'estimate' | 'acceptance'>): boolean =>
  acceptance !== null || BY_MONEY.includes(estimate.status);
