import type { MailedLead } from '../../../../test/builders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { MessageRow } from '#core/features/messages/messages.table.ts';
import { inCompany } from '#core/platform/db/app.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { loadMessageKinds } from '../../message-kinds.ts';
import type { LoadedKinds } from '../messages/load-kinds.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const kinds: LoadedKinds = await loadMessageKinds();
const HOSTILE = 'Dana\r\nBcc: x@example.com <img src=x onerror=alert(1)>';

/** Renders the newest message of this kind and channel in the same way as the worker. */
const make = async (company: CompanyRow, lead: MailedLead, kind: string, channel: 'email' | 'sms') => {
  const row: MessageRow = await app.deps.system
    .selectFrom('messages')
    .selectAll()
    .where('lead_id', '=', lead.id)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const present = await app.deps.system
    .selectFrom('company_profiles')
    .selectAll()
    .where('id', '=', company.id)
    .executeTakeFirstOrThrow();
  return inCompany(app.deps.db, company.id, async (tx) => {
    const context = { tx, row, company: present, language: 'en' as const, config: app.config, clock: app.clock };
    return channel === 'email' ? kinds[kind]?.mail?.(context) : kinds[kind]?.text?.(context);
  });
};
const enqueue = (company: CompanyRow, lead: MailedLead, kind: string, channel: 'email' | 'sms') =>
  app.deps.system
    .insertInto('messages')
    .values({
      company_id: company.id,
      lead_id: lead.id,
      kind,
      channel,
      to_address: channel === 'email' ? lead.email : (lead.phone ?? ''),
      due_at: app.clock.now(),
      created_at: app.clock.now(),
    })
    .execute();

describe('messages about a lead', () => {
  it('are sent in the company’s name with its Reply-To, with a price only for instant quotes', async () => {
    const company = await app.a.company({ name: 'Acme Fence', widget_instant_quotes: true });
    const lead = await app.a.lead(company);
    await enqueue(company, lead, 'lead.received', 'email');
    await enqueue(company, lead, 'lead.received', 'sms');
    expect(await make(company, lead, 'lead.received', 'email')).toMatchObject({
      subject: 'Acme Fence has your fence request',
      fromName: 'Acme Fence',
      replyTo: company.email,
      text: expect.stringContaining('$1,702.08') as string,
    });
    expect(await make(company, lead, 'lead.received', 'sms')).toEqual({
      body: "Hi Dana, we have your request for 184 ft of 6ft Wood Picket with 1 gate. Your instant estimate is $1,702.08. We'll be in touch.",
    });
    const off = app.deps.system.updateTable('company_profiles').set({ widget_instant_quotes: false });
    await off.where('id', '=', company.id).execute();
    expect(JSON.stringify(await make(company, lead, 'lead.received', 'sms'))).not.toContain('$');
  });

  it('notify the contractor with a link to the lead, and a reply goes to the homeowner', async () => {
    const company = await app.a.company();
    const lead = await app.a.lead(company, { name: HOSTILE });
    await enqueue(company, lead, 'lead.notice', 'email');
    const mail = await make(company, lead, 'lead.notice', 'email');
    expect(mail).toMatchObject({
      replyTo: lead.email,
      text: expect.stringContaining(`http://picket.test/dashboard?tab=leads&lead=${lead.id}`) as string,
    });
    expect(mail).toHaveProperty('subject', expect.not.stringMatching(/[\r\n]/));
    expect(mail).toHaveProperty('html', expect.not.stringContaining('<img src=x'));
  });

  it('aren’t sent for a deleted lead', async () => {
    const [company, other] = [await app.a.company(), await app.a.company()];
    const lead = await app.a.lead(other);
    await enqueue(company, lead, 'lead.received', 'email');
    expect(await make(company, lead, 'lead.received', 'email')).toEqual({ skip: 'The lead no longer exists' });
  });
});

describe('messages with an estimate', () => {
  const scene = async () => {
    const company = await app.a.company({ name: 'Acme Fence' });
    const vinyl = await app.a.material(company, { name: 'Vinyl', premium_cents: 1_000 });
    const lead = await app.a.lead(company, { name: 'Marisol Vega' });
    await app.a.consent(company, lead);
    const caller = await app.callerFor(company);
    const input = { leadId: lead.id, perimeter: 184, materialId: vinyl.id, gateCount: 1 };
    return { company, lead, caller, input, sent: await caller.estimates.send(input) };
  };

  it('contain the link shown to the contractor and the content as sent, whatever changed since', async () => {
    const { company, lead, sent } = await scene();
    await app.deps.system
      .updateTable('company_profiles')
      .set({ name: 'Renamed' })
      .where('id', '=', company.id)
      .execute();
    expect(await make(company, lead, 'estimate.sent', 'email')).toMatchObject({
      subject: 'Your fence estimate from Acme Fence: $3,542.08',
      fromName: 'Acme Fence',
      replyTo: company.email,
      html: expect.stringContaining(`href="${sent.url}"`) as string,
      text: expect.stringContaining(sent.url) as string,
    });
    expect(await make(company, lead, 'estimate.sent', 'sms')).toEqual({
      body: `Hi Marisol, your fence estimate of $3,542.08 is ready: ${sent.url}`,
    });
  });

  it('aren’t sent for a replaced version or a revoked link', async () => {
    const { company, lead, caller, input } = await scene();
    await caller.estimates.send({ ...input, gateCount: 2 });
    expect(await make(company, lead, 'estimate.sent', 'email')).toEqual({
      skip: 'A newer version of this estimate was sent',
    });
    const other = await scene();
    const revoke = app.deps.system.updateTable('estimate_links').set({ revoked_at: app.clock.now() });
    await revoke.where('company_id', '=', other.company.id).execute();
    expect(await make(other.company, other.lead, 'estimate.sent', 'sms')).toEqual({
      skip: 'This estimate’s link was revoked',
    });
  });
});
