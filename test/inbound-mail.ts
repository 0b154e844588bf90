import type { MailedLead } from './builders.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from './delivery.ts';

/** Monday noon in Boise. */
export const NOON = '2026-11-16T19:00:00.000Z';
export const DOMAIN = 'inbound.picket.test';
export const SECRET = 'a secret of the mail service';

/** An email that a test sends to the app. */
export interface Written {
  to: string;
  from: string;
  subject?: string;
  text?: string;
  headers?: string[];
  id?: string;
}

let emails = 0;

/** Returns the raw email. Each has its own Message-ID. */
export const raw = ({
  to,
  from,
  subject = 'Re: Your fence',
  text = 'Friday works.',
  headers = [],
  id,
}: Written): string =>
  [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: ${id ?? `<${(emails += 1)}@example.com>`}`,
    ...headers,
    ...(headers.some((line) => line.startsWith('Content-Type')) ? [] : ['Content-Type: text/plain; charset=utf-8']),
    '',
    text,
  ].join('\r\n');

const MESSAGE = { 'content-type': 'message/rfc822' };

/** An app that receives email, and helpers for its tests. */
export interface InboundMailLab extends DeliveryLab {
  /** Creates a lead whose email schedule has sent the first step. The second step is due tomorrow. */
  person(company?: CompanyRow, lead?: Partial<LeadRow>): Promise<Person>;
  /** Delivers an email to the app as the email service would. */
  post(body: BodyInit, headers?: Record<string, string>): Promise<Response>;
  /** Posts an email and returns the result. */
  fateOf(body: BodyInit): Promise<unknown>;
  thread(lead: LeadRow, company: CompanyRow): Promise<Thread>;
  scheduleOf(lead: LeadRow): Promise<{ status: string; stop_reason: string | null }>;
  /** Returns the email addresses that have unsubscribed from this company's follow-ups. */
  suppressed(company: CompanyRow): Promise<string[]>;
}

type Thread = Awaited<ReturnType<Awaited<ReturnType<DeliveryLab['app']['callerFor']>>['messages']['thread']>>['items'];

export interface Person {
  company: CompanyRow;
  lead: MailedLead;
  sent: { id: string };
  /** The reply-to address in the emails that the lead received. */
  replyTo: string;
  caller: Awaited<ReturnType<DeliveryLab['app']['callerFor']>>;
}

async function makePerson(lab: DeliveryLab, given?: CompanyRow, leadGiven?: Partial<LeadRow>): Promise<Person> {
  const { a, clock } = lab.app;
  const company = given ?? (await a.company({ name: 'Acme Fence' }));
  const lead = await a.lead(company, { name: 'Tom Brook', ...leadGiven });
  const schedule = await a.schedule(company, lead, { channel: 'email' });
  const sent = await a.followUp(schedule, { channel: 'email', body: 'Does Saturday work?' });
  await a.followUp(schedule, { channel: 'email', step: 2, day: 2, due_at: new Date(clock.now().getTime() + DAY) });
  await lab.drain(company);
  const mail = lab.mails(lead.email).at(-1);
  const replyTo = /<([^<>]+)>/.exec(mail?.headers?.['reply-to'] ?? '')?.[1] ?? '';
  return { company, lead, sent, replyTo, caller: await lab.app.callerFor(company) };
}

/** Starts an app with INBOUND_MAIL_DOMAIN set. */
export async function startInboundMailLab(env: Record<string, string> = {}): Promise<InboundMailLab> {
  const lab = await startDeliveryLab({ env: { INBOUND_MAIL_DOMAIN: DOMAIN, INBOUND_MAIL_SECRET: SECRET, ...env } });
  const { app } = lab;
  const post = (body: BodyInit, headers: Record<string, string> = MESSAGE) =>
    fetch(`${app.url}/webhooks/mail/inbound`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`picket:${SECRET}`).toString('base64')}`, ...headers },
      body,
    });
  return {
    ...lab,
    person: (company, lead) => makePerson(lab, company, lead),
    post,
    fateOf: async (body) => ((await (await post(body)).json()) as { fate: string }).fate,
    thread: async (lead, company) => (await (await app.callerFor(company)).messages.thread({ leadId: lead.id })).items,
    scheduleOf: (lead) =>
      app.deps.system
        .selectFrom('follow_up_schedules')
        .select(['status', 'stop_reason'])
        .where('lead_id', '=', lead.id)
        .executeTakeFirstOrThrow(),
    suppressed: async (company) => {
      const rows = await app.deps.system
        .selectFrom('opt_outs')
        .select('address')
        .where('company_id', '=', company.id)
        .orderBy('address')
        .execute();
      return rows.map(({ address }) => address);
    },
  };
}
