import type { CompanyId, EstimateId, LeadId } from '#shared/primitives/ids.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { Insertable } from 'kysely';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { CompanyRow } from '../company/company.table.ts';
import type { EstimateOptionsTable, EstimateRow, EstimatesTable } from './estimates.table.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { RECIPIENT_COLUMNS } from '../trust/recipients.ts';

/** All columns of an estimate. Views select them explicitly. */
export const ESTIMATE_COLUMNS = [
  'id',
  'company_id',
  'lead_id',
  'version',
  'number',
  'status',
  'perimeter_ft',
  'gate_count',
  'material_type',
  'base_price_cents',
  'premium_cents',
  'gate_price_cents',
  'total_cents',
  'priced',
  'price_list',
  'sum_cents',
  'taxable_cents',
  'tax_bps',
  'ticked_add_ons',
  'deposit_terms',
  'drawing',
  'notes',
  'terms',
  'language',
  'other_terms',
  'company',
  'customer',
  'sent_at',
  'valid_until',
  'job_zone',
  'offer',
  'offer_ends_on',
  'offer_ends_at',
  'first_viewed_at',
  'last_viewed_at',
  'view_count',
  'declined_at',
  'decline_reason',
  'work_started_at',
  'work_done_at',
] as const satisfies readonly (keyof EstimateRow)[];

const LEAD_COLUMNS = [
  ...RECIPIENT_COLUMNS,
  'name',
  'address',
  'zip',
  'status',
  'outcome',
  'archived_at',
  'held_at',
  'language',
  'measured',
] as const satisfies readonly (keyof LeadRow)[];
export type EstimateLead = Pick<LeadRow, (typeof LEAD_COLUMNS)[number]>;

interface Of<Id> {
  companyId: CompanyId;
  id: Id;
}

/** Returns a lead. Throws NOT_FOUND if the company has no such lead. */
export const getLead = async (tx: CompanyTx, { companyId, id }: Of<LeadId>): Promise<EstimateLead> => {
  const lead = await tx
    .selectFrom('leads')
    .select(LEAD_COLUMNS)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!lead) throw notFound('this lead');
  return lead;
};

export const getCompany = (tx: CompanyTx, companyId: CompanyId): Promise<CompanyRow> =>
  tx.selectFrom('company_profiles').selectAll().where('id', '=', companyId).executeTakeFirstOrThrow();

export const findNewest = (tx: CompanyTx, { companyId, id }: Of<LeadId>): Promise<EstimateRow | undefined> =>
  tx
    .selectFrom('estimates')
    .select(ESTIMATE_COLUMNS)
    .where('company_id', '=', companyId)
    .where('lead_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findEstimate = (tx: CompanyTx, { companyId, id }: Of<EstimateId>): Promise<EstimateRow | undefined> =>
  tx
    .selectFrom('estimates')
    .select(ESTIMATE_COLUMNS)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();

const NUMBER_TRIES = 20;

/**
 * Stores an estimate version with a number that's unique within the company. If a number is already taken, calls
 * `makeNumber` for another one. Throws if 20 numbers in a row are already taken.
 */
export const insertEstimate = async (
  tx: CompanyTx,
  values: Omit<Insertable<EstimatesTable>, 'number'>,
  makeNumber: () => string,
): Promise<EstimateRow> => {
  for (let attempt = 0; attempt < NUMBER_TRIES; attempt++) {
    const row = await tx
      .insertInto('estimates')
      .values({ ...values, number: makeNumber() })
      .onConflict((conflict) => conflict.constraint('estimates_number_unique').doNothing())
      .returning(ESTIMATE_COLUMNS)
      .executeTakeFirst();
    if (row) return row;
  }
  throw new Error(`no free estimate number after ${NUMBER_TRIES} tries`);
};

/** Stores a version's options in order. */
export const insertOptions = async (
  tx: CompanyTx,
  options: readonly Insertable<EstimateOptionsTable>[],
): Promise<void> => {
  if (options.length > 0)
    await tx
      .insertInto('estimate_options')
      .values([...options])
      .execute();
};
