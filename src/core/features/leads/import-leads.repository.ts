import { sql } from 'kysely';
import { plainFence } from '#shared/features/pricing/fence.ts';
import { priceFence } from '#shared/features/pricing/price.rules.ts';
import type { CsvLead } from '#shared/features/leads/lead-csv.rows.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { atLocalTime, type LocalDate } from '#shared/primitives/local-date.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { insertConsents } from '../permission/consents.ts';
import { insertLeads } from '../lead-rows/write-leads.ts';
import { getPrices, type ListedPrice, type StoredPrices } from '../pricing/prices.repository.ts';
import type { RequestFacts } from './create-lead.ts';
import type { ImportRow, Known } from './import-plan.ts';
import { RECORDED_VERSION, recordedWords } from './record-consent.ts';

/** Company data that is queried once for all rows. */
export interface Importer {
  id: CompanyId;
  name: string;
  timeZone: string;
  prices: StoredPrices;
}

export async function loadImporter(tx: CompanyTx, companyId: CompanyId): Promise<Importer> {
  const company = await tx
    .selectFrom('company_profiles')
    .select(['name', 'time_zone'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const prices = await getPrices(tx, companyId);
  return { id: companyId, name: company.name, timeZone: company.time_zone, prices };
}

/**
 * Finds leads by a row's key, email or phone. If several match, the oldest is returned. Leads waiting for review or
 * marked as spam are excluded.
 */
export async function findKnown(tx: CompanyTx, companyId: CompanyId, rows: readonly ImportRow[]): Promise<Known> {
  const keys = rows.map(({ key }) => key);
  const emails = rows.flatMap(({ lead }) => lead.email ?? []);
  const phones = rows.flatMap(({ lead }) => lead.phone ?? []);
  const { rows: found } = await sql<{ mark: string; id: LeadId }>`
    select idempotency_key as mark, id, created_at from leads
    where company_id = ${companyId} and idempotency_key = any(${keys})
    union all
    select idempotency_key, kept_lead_id, merged_at from lead_merges
    where company_id = ${companyId} and idempotency_key = any(${keys})
    union all
    select email, id, created_at from leads
    where company_id = ${companyId} and email = any(${emails}) and held_at is null
    union all
    select phone, id, created_at from leads
    where company_id = ${companyId} and phone = any(${phones}) and held_at is null
    order by 3 desc`.execute(tx);
  return new Map(found.map(({ mark, id }) => [mark, id]));
}

interface Imported {
  importer: Importer;
  rows: readonly ImportRow[];
  facts: RequestFacts;
  at: Date;
}

/**
 * Inserts the leads, timeline events and consents with one statement each. Returns the leads' ids, keyed by row key.
 */
export async function insertImported(tx: CompanyTx, imported: Imported): Promise<Map<string, LeadId>> {
  const { importer, rows, at } = imported;
  if (rows.length === 0) return new Map();
  const companyId = importer.id;
  const inserted = await insertLeads(
    tx,
    rows.map(({ lead, key }) => ({ ...leadValues(importer, lead, at), idempotency_key: key })),
  );
  await tx
    .insertInto('timeline_events')
    .values(
      inserted.map((lead) => ({
        company_id: companyId,
        lead_id: lead.id,
        kind: 'lead_created' as const,
        at,
        data: JSON.stringify({
          source: 'csv',
          perimeter: lead.perimeter_ft,
          gateCount: lead.gate_count,
          materialType: lead.material_type,
          quoteCents: lead.quote_cents,
        }),
      })),
    )
    .execute();
  const leads = new Map(inserted.map(({ id, idempotency_key: key }) => [key ?? '', id]));
  await insertGiven(tx, imported, leads);
  return leads;
}

/** Returns noon on a day in the company's time zone, but no later than `at`. */
const noonOf = (day: LocalDate | null, zone: string, at: Date): Date => {
  if (day === null) return at;
  const noon = atLocalTime(day, '12:00', zone);
  return noon > at ? at : noon;
};

const leadValues = (importer: Importer, lead: CsvLead, at: Date) => {
  const material = importer.prices.materials.find(({ name }) => name.toLowerCase() === lead.material?.toLowerCase());
  return {
    company_id: importer.id,
    name: lead.name,
    email: lead.email,
    phone: lead.phone,
    address: lead.address,
    zip: lead.zip,
    perimeter_ft: lead.perimeter,
    gate_count: lead.gateCount,
    material_id: material?.id ?? null,
    material_type: material?.name ?? lead.material,
    quote_cents: lead.quoteCents ?? quoteOf(importer, lead, material),
    notes: lead.notes,
    source: 'csv' as const,
    status: lead.status,
    outcome: lead.outcome,
    created_at: noonOf(lead.added, importer.timeZone, at),
  };
};

/** Returns today's price in cents if the length and material are known and have a price. */
const quoteOf = (
  { prices }: Importer,
  { perimeter, gateCount, zip }: CsvLead,
  material: ListedPrice | undefined,
): number | null => {
  if (!material || perimeter === null) return null;
  try {
    return priceFence(plainFence({ perimeter, materialId: material.id, gateCount }), prices, { zip }).totalCents;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
};

async function insertGiven(
  tx: CompanyTx,
  { importer, rows, facts, at }: Imported,
  leads: ReadonlyMap<string, LeadId>,
): Promise<void> {
  const given = rows.flatMap(({ key, lead: { consent, phone } }) => {
    const leadId = leads.get(key);
    return leadId && consent && phone !== null ? [{ ...consent, leadId, phone }] : [];
  });
  if (given.length === 0) return;
  await insertConsents(
    tx,
    given.map(({ leadId, phone, method, day }) => ({
      company_id: importer.id,
      lead_id: leadId,
      phone,
      method,
      text: recordedWords(method, importer.name),
      version: RECORDED_VERSION,
      ip: facts.ip,
      user_agent: facts.userAgent,
      at: noonOf(day, importer.timeZone, at),
    })),
  );
  await tx
    .insertInto('timeline_events')
    .values(
      given.map(({ leadId, method }) => ({
        company_id: importer.id,
        lead_id: leadId,
        kind: 'opted_in' as const,
        at,
        data: JSON.stringify({ channel: 'sms', source: method }),
      })),
    )
    .execute();
}
