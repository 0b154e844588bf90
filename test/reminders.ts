import type { MailedLead } from './builders.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { EstimateRow } from '#core/features/estimates/estimates.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { DEFAULT_REMINDERS, type Reminder, type ReminderSetting } from '#shared/features/reminders/reminder.rules.ts';
import type { Caller } from './caller.ts';
import type { DeliveryLab } from './delivery.ts';
import { newPhone } from './due-follow-up.ts';

export const REVIEWS = 'https://g.page/r/acme/review';

/** The reminders that are on, with the settings that differ from the defaults. */
export type On = Partial<Record<Reminder, Partial<ReminderSetting>>>;

export const settingsOf = (on: On) => ({
  rules: {
    ...DEFAULT_REMINDERS.rules,
    ...Object.fromEntries(
      Object.entries(on).map(([rule, given]) => [
        rule,
        { ...DEFAULT_REMINDERS.rules[rule as Reminder], enabled: true, ...given },
      ]),
    ),
  },
  reviewUrl: REVIEWS,
});

export interface SentJob {
  company: CompanyRow;
  lead: MailedLead;
  caller: Caller;
  estimate: EstimateRow;
  /** Sends a version for a fence of this many feet. */
  send: (perimeter?: number) => Promise<{ url: string }>;
}

/** Helpers that send estimates and read the state of their reminders. */
export function reminderJobs(lab: () => DeliveryLab) {
  /** Creates a company with these reminders on, and sends an estimate. */
  async function sentEstimate(
    on: On,
    given: { lead?: Partial<LeadRow>; consent?: 'verbal' | 'widget' } = {},
  ): Promise<SentJob> {
    const { a, deps } = lab().app;
    const company = await a.company({ stripe_account_id: `acct_${crypto.randomUUID()}`, stripe_connected: true });
    const material = await a.material(company);
    const lead = await a.lead(company, { phone: newPhone(), ...given.lead });
    if (lead.phone) await a.consent(company, lead, { method: given.consent ?? 'widget' });
    const caller = await lab().app.callerFor(company);
    await caller.reminders.updateSettings(settingsOf(on));
    const send = (perimeter = 184) =>
      caller.estimates.send({ leadId: lead.id, materialId: material.id, perimeter, gateCount: 1 });
    await send();
    const estimate = await deps.system
      .selectFrom('estimates')
      .selectAll()
      .where('lead_id', '=', lead.id)
      .executeTakeFirstOrThrow();
    return { company, lead, caller, estimate, send };
  }

  const waiting = async ({ caller, lead }: SentJob) => {
    const { items } = await caller.reminders.forLead({ leadId: lead.id });
    return items.map(({ rule, channel, dueAt }) => `${rule} ${channel} ${dueAt}`);
  };
  const willNot = async ({ caller, lead }: SentJob) =>
    (await caller.reminders.forLead({ leadId: lead.id })).items.map((item) => item.willNot);
  /** Returns the reminders among the texts and emails that were sent to the lead. */
  const went = ({ lead }: SentJob, ...ways: ('sms' | 'email')[]) =>
    [
      ...(ways.includes('sms') ? lab().texts(lead.phone) : []),
      ...(ways.includes('email') ? lab().mails(lead.email) : []),
    ]
      .map(({ text }) => text)
      .filter((text) => !/is ready:|here is your fence estimate/.test(text));
  const skipped = async ({ company }: SentJob) =>
    (await lab().timeline(company)).filter(({ kind }) => kind === 'message_skipped').map(({ data }) => data['reason']);
  const goTo = async (job: SentJob, at: string | number) => {
    if (typeof at === 'number') lab().app.clock.advance(at);
    else lab().app.clock.set(at);
    await lab().drain(job.company);
  };

  return { sentEstimate, waiting, willNot, went, skipped, goTo };
}
