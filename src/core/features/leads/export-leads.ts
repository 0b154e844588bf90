import { EXPORT_HEAD, exportLineOf } from '#shared/features/leads/lead-csv.known-columns.ts';
import { BYTE_ORDER_MARK, writeCsv } from '#shared/features/leads/lead-csv.file.ts';
import type { LeadExportInput } from '#shared/features/leads/lead-csv.schema.ts';
import { LEAD_STATUS_LABEL } from '#shared/features/leads/lead-status.rules.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import { sql } from 'kysely';
import { inCompany, type CompanyTx } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { pageOf, readCursor } from './cursor.ts';
import { listLeadRows, type ListedLead } from './leads.repository.ts';
import { searchLeads, type SearchDeps } from './search-leads.ts';

const PAGE = 1_000;
/** Columns that an import ignores. In the CSV, they come after the columns that it reads. */
const MORE = ['Received', 'Balance', 'Estimate sent', 'Line items', 'Last contact', 'Source', 'Archived'];

/** Returns the estimates of these leads, each as one line of text. Estimates come after leads in the feature order. */
type LineItemsOf = (
  tx: CompanyTx,
  of: { companyId: CompanyId; leadIds: readonly LeadId[]; at: Date },
) => Promise<ReadonlyMap<LeadId, string>>;

/**
 * Returns a page of up to 1,000 of the company's leads as CSV, in list order. The first page begins with a byte order
 * mark and the header. `leads.importCsv` can import the result unchanged. Dates are in the company's time zone. Throws
 * VALIDATION_FAILED if the cursor is invalid.
 */
export const exportLeads = async (
  deps: SearchDeps & Pick<Deps, 'db' | 'clock'> & { lineItemsOf: LineItemsOf },
  companyId: CompanyId,
  { cursor, search, ...asked }: LeadExportInput,
): Promise<{ csv: string; count: number; nextCursor: string | null; today: string }> => {
  const after = cursor ? readCursor(cursor, asked.sort === 'name' ? 'text' : 'instant') : null;
  const filter = { ...asked, limit: PAGE, after };
  const { db, clock, lineItemsOf } = deps;
  const found = search ? await searchLeads(deps, companyId, { ...filter, search }) : null;
  const at = clock.now();
  return inCompany(db, companyId, async (tx) => {
    const { time_zone: zone } = await tx
      .selectFrom('company_profiles')
      .select('time_zone')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    const rows = await listLeadRows(tx, companyId, { ...filter, found, at });
    const { page, nextCursor } = pageOf(rows, PAGE);
    const consents = await newestConsents(tx, companyId, page);
    const leadIds = page.flatMap(({ id, estimate_sent_at: sentAt }) => (sentAt === null ? [] : [id]));
    const estimates = await lineItemsOf(tx, { companyId, leadIds, at });
    const lines = page.map((lead) =>
      exportLine(lead, {
        consent: lead.phone === null ? undefined : consents.get(lead.phone),
        estimate: estimates.get(lead.id) ?? '',
        zone,
      }),
    );
    const csv = after ? writeCsv(lines) : BYTE_ORDER_MARK + writeCsv([[...EXPORT_HEAD, ...MORE], ...lines]);
    return { csv, count: page.length, nextCursor, today: localDateOf(at, zone) };
  });
};

interface Consent {
  phone: string;
  method: string;
  at: Date;
}

async function newestConsents(
  tx: CompanyTx,
  companyId: CompanyId,
  leads: readonly ListedLead[],
): Promise<Map<string, Consent>> {
  const phones = leads.flatMap(({ phone }) => phone ?? []);
  const rows = await tx
    .selectFrom('consents')
    .innerJoin('leads', 'leads.id', 'consents.lead_id')
    .distinctOn('consents.phone')
    .select(['consents.phone', 'consents.method', 'consents.at'])
    .where('consents.company_id', '=', companyId)
    .where('consents.phone', '=', sql<string>`any(${phones})`)
    .where('leads.held_at', 'is', null)
    .orderBy('consents.phone')
    .orderBy('consents.at', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.phone, row]));
}

const exportLine = (
  lead: ListedLead,
  { consent, estimate, zone }: { consent: Consent | undefined; estimate: string; zone: string },
): string[] => {
  const day = (instant: Date | null | undefined) => (instant ? localDateOf(instant, zone) : '');
  const dollars = (cents: number) => (cents / 100).toFixed(2);
  const agreed = lead.agreed_cents !== null;
  return [
    ...exportLineOf({
      name: lead.name,
      email: lead.email ?? '',
      phone: lead.phone === null ? '' : formatPhone(lead.phone),
      address: lead.address ?? '',
      zip: lead.zip ?? '',
      perimeter: lead.perimeter_ft?.toString() ?? '',
      gates: String(lead.gate_count),
      material: lead.material_type ?? '',
      quote: lead.price.cents === null ? '' : dollars(lead.price.cents),
      notes: lead.notes,
      status: LEAD_STATUS_LABEL[lead.status],
      outcome: lead.outcome ?? '',
      // The checkbox in our widget counts as written consent.
      consent: consent ? (consent.method === 'widget' ? 'written' : consent.method) : '',
      consentDate: day(consent?.at),
      added: day(lead.created_at),
    }),
    // What was kept and what is still owed, as on the lead. Below 0 if the customer paid too much. Empty until a price is agreed.
    agreed ? dollars(lead.paid_cents) : '',
    agreed ? dollars(lead.balance_cents) : '',
    day(lead.estimate_sent_at),
    estimate,
    day(lead.last_contact_at),
    lead.source,
    lead.archived_at === null ? '' : 'yes',
  ];
};
