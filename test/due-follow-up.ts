import { expect } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { FollowUpMessageRow } from '#core/features/follow-ups/follow-ups.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { Builders, MailedLead } from './builders.ts';
import type { DeliveryLab } from './delivery.ts';

/** Monday noon in Boise. Area code 208 also covers Pacific time, so both zones must be open (C16). */
export const NOON = '2026-11-16T19:00:00.000Z';

const CHECK_IN = 'Hi {{name}}, about your fence for {{address}}: {{total_feet}} for {{estimate_amount}}.';

let phones = 0;
/** Each lead has its own number, so that the limits of one test don't affect another. */
export const newPhone = (): string => `+1208555${String(2_000 + (phones += 1))}`;

export interface Given {
  company?: Parameters<Builders['company']>[0];
  lead?: Partial<LeadRow>;
  consent?: false | { method: 'verbal' };
  schedule?: Parameters<Builders['schedule']>[2];
  row?: Parameters<Builders['followUp']>[1];
}

export interface DueFollowUp {
  company: CompanyRow;
  lead: MailedLead;
  phone: string;
}

/**
 * Creates a follow-up that's due and may be sent at NOON, and sets the clock to NOON. `given` overrides the defaults.
 */
export async function dueFollowUp(lab: DeliveryLab, given: Given = {}): Promise<DueFollowUp> {
  lab.app.clock.set(NOON);
  const { a } = lab.app;
  const company = await a.company(given.company);
  const phone = newPhone();
  const lead = await a.lead(company, { phone, ...given.lead });
  if (given.consent !== false && lead.phone !== null) await a.consent(company, lead, given.consent ?? {});
  const schedule = await a.schedule(company, lead, {
    activated_at: new Date(lab.app.clock.now().getTime() - DAY),
    ...given.schedule,
  });
  await a.followUp(schedule, { body: CHECK_IN, ...given.row });
  return { company, lead, phone };
}

/** Returns the company's only follow-up. */
export async function onlyFollowUp(lab: DeliveryLab, company: CompanyRow): Promise<FollowUpMessageRow> {
  const rows = await lab.followUps(company);
  expect(rows).toHaveLength(1);
  const [row] = rows;
  if (!row) throw new Error('no follow-up');
  return row;
}
