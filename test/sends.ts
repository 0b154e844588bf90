import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import type { Builders, MailedLead } from './builders.ts';
import type { Caller } from './caller.ts';
import type { DeliveryLab } from './delivery.ts';

/** A company with one lead, and functions that send messages to the lead in every way. */
export interface Sending {
  company: CompanyRow;
  lead: MailedLead;
  caller: Caller;
  /** Sends a typed email to the lead. `given` overrides the defaults. */
  type(given?: object): Promise<unknown>;
  /** Sends the lead an estimate. */
  estimate(): Promise<{ url: string }>;
  /** Saves email follow-ups. */
  follow(active?: boolean): Promise<{ active: boolean }>;
}

export async function sending(
  { app }: DeliveryLab,
  given: Parameters<Builders['company']>[0] = {},
  person: Partial<LeadRow> = {},
): Promise<Sending> {
  const company = await app.a.company({ name: 'Acme Fence', ...given });
  const { id: materialId } = await app.a.material(company, { name: 'Vinyl' });
  const lead = await app.a.lead(company, { phone: null, ...person });
  const caller = await app.callerFor(company);
  return {
    company,
    lead,
    caller,
    type: (message) => typeTo(caller, lead.id, message),
    estimate: () => caller.estimates.send({ leadId: lead.id, perimeter: 184, gateCount: 1, materialId }),
    follow: (active) => followUp(caller, lead.id, active),
  };
}

/** Sends a typed email to a lead. */
export const typeTo = (caller: Caller, leadId: string, given: object = {}) =>
  caller.messages.send({
    leadId,
    channel: 'email',
    text: 'Saturday at 9 works for us',
    idempotencyKey: crypto.randomUUID(),
    ...given,
  });

/** Saves an email follow-up to a lead for tomorrow. */
export const followUp = (caller: Caller, leadId: string, active = true) =>
  caller.followUps.save({ leadId, channel: 'email', active, steps: [{ day: 1, message: 'Hi {{name}}' }] });

/** Returns the error of a call, or undefined if the call succeeded. */
export const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: { cause?: { code?: string; message?: string; retryAfter?: number; nextStep?: string } }) => thrown.cause,
  );
  return error && { code: error.code, message: error.message, retryAfter: error.retryAfter, nextStep: error.nextStep };
};

export const fulfilled = (settled: readonly PromiseSettledResult<unknown>[]): number =>
  settled.filter(({ status }) => status === 'fulfilled').length;
