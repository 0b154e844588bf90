import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadsTable } from '#core/features/lead-rows/lead-rows.table.ts';
import type { VisitSettings, VisitView } from '#shared/features/visits/visits.schema.ts';
import type { Insertable } from 'kysely';
import type { MailedLead } from './builders.ts';
import type { Caller, TestApp } from './caller.ts';

/** Hours from 9 to 5 on every day, with fixed travel. */
export const VISIT_WEEK: VisitSettings = {
  enabled: true,
  hours: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
  lengthMinutes: 60,
  stepMinutes: 30,
  travel: 30,
  noticeHours: 24,
  horizonDays: 30,
  maxPerDay: 8,
};

let keys = 0;
/** Returns a new idempotency key. */
export const visitKey = (): string => `visit-key-${(keys += 1)}`;

export interface VisitJob {
  company: CompanyRow;
  caller: Caller;
  lead: MailedLead;
  book: (startsAt: string) => Promise<VisitView>;
}

/** A company that takes visits, and a lead of its own. */
export async function visitJob(
  app: TestApp,
  { settings = {}, lead = {} }: { settings?: Partial<VisitSettings>; lead?: Partial<Insertable<LeadsTable>> } = {},
): Promise<VisitJob> {
  const company = await app.a.company();
  const caller = await app.callerFor(company);
  await caller.visits.updateSettings({ ...VISIT_WEEK, ...settings });
  const row = await app.a.lead(company, lead);
  return {
    company,
    caller,
    lead: row,
    book: (startsAt) => caller.visits.book({ leadId: row.id, startsAt, idempotencyKey: visitKey() }),
  };
}
