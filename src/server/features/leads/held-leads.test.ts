import type { MailedLead } from '../../../../test/builders.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { companyRows } from '#core/features/admin/companies.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { REVIEW_FIRST } from '#shared/features/leads/held.rules.ts';
import type { LeadListInput } from '#shared/features/leads/leads.schema.ts';
import type { Caller } from '../../../../test/caller.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { newPhone, NOON } from '../../../../test/due-follow-up.ts';

let lab: DeliveryLab;
let company: CompanyRow;
let caller: Caller;
/** A held lead that would appear in every view if it weren't held. */
let held: MailedLead;
let material: { id: string };
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(async () => {
  lab.app.clock.set(NOON);
  const { a, clock } = lab.app;
  company = await a.company({ sms_from: newPhone() });
  material = await a.material(company);
  caller = await lab.app.callerFor(company);
  held = await a.lead(company, {
    name: 'Held Holder',
    phone: newPhone(),
    source: 'widget',
    held_at: clock.now(),
    held_for: ['ticket_missing'],
    awaits_answer: 'reply',
    awaits_since: clock.now(),
    unread_count: 3,
  });
  await a.consent(company, held);
});

const causeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      const cause = error instanceof Error ? error.cause : undefined;
      return cause instanceof AppError ? [cause.code, cause.message] : error;
    },
  );
const CONFLICT = ['CONFLICT', REVIEW_FIRST];

describe('a held lead', () => {
  test.each<Partial<LeadListInput>>([
    {},
    { sort: 'oldest' },
    { sort: 'name' },
    { status: 'new' },
    { awaiting: true },
    { unread: true },
    { search: 'holder' },
    { search: 'held h' },
    { spam: true },
  ])('is in no list: %o', async (input) => {
    expect((await caller.leads.list(input)).items).toEqual([]);
    await lab.app.deps.system
      .updateTable('leads')
      .set({ archived_at: lab.app.clock.now() })
      .where('id', '=', held.id)
      .execute();
    expect((await caller.leads.list({ ...input, archived: true })).items).toEqual([]);
  });

  test('is found by its full phone number in Review only', async () => {
    const search = held.phone ?? '';
    expect((await caller.leads.list({ search })).items).toEqual([]);
    expect((await caller.leads.list({ search, review: true })).items).toHaveLength(1);
  });

  test('isn’t counted in the summary, the export or the admin panel', async () => {
    expect(await caller.leads.summary()).toMatchObject({
      total: 0,
      statuses: { new: { count: 0, cents: 0 } },
      awaiting: { count: 0, newest: null },
      unread: { leads: 0, messages: 0 },
      review: 1,
    });
    expect((await caller.leads.exportCsv()).count).toBe(0);
    const [row] = await lab.app.deps.system
      .transaction()
      .execute((tx) => companyRows(tx).where('company_profiles.id', '=', company.id).execute());
    expect(row?.leads).toBe(0);
  });

  test('isn’t a duplicate of a lead, blocks no imported row, and doesn’t count for message length', async () => {
    const lead = await lab.app.a.lead(company, { name: 'Bo', email: held.email, phone: held.phone });
    expect((await caller.leads.duplicates({ leadId: lead.id })).items).toEqual([]);
    expect((await caller.leads.duplicates({ leadId: held.id })).items).toEqual([]);
    await lab.app.deps.system.deleteFrom('leads').where('id', '=', lead.id).execute();
    expect(await caller.leads.importCsv({ csv: `Name,Email\nBo,${held.email}\n` })).toMatchObject({ added: 1 });
    expect(JSON.stringify(await caller.workflow.longestValues())).not.toContain('Held');
  });

  test('gives no consent to another lead with its number until it’s accepted (C4)', async () => {
    const { a } = lab.app;
    const lead = await a.lead(company, { phone: held.phone });
    expect((await caller.leads.get({ leadId: lead.id })).sms).toMatchObject({ allowed: false, refusal: 'no_consent' });
    await caller.leads.review({ leadId: held.id, decision: 'accept' });
    expect((await caller.leads.get({ leadId: lead.id })).sms).toMatchObject({ allowed: true });
  });

  test('gets no reply from its number: another lead gets it, or none does', async () => {
    const to = { To: company.sms_from ?? '' };
    await lab.reply(held.phone ?? '', 'Hello?', to);
    expect((await caller.leads.timeline({ leadId: held.id })).items).toEqual([]);
    expect((await lab.otherMessages(company)).length).toBe(0);
    const lead = await lab.app.a.lead(company, { phone: held.phone, archived_at: lab.app.clock.now() });
    await lab.reply(held.phone ?? '', 'Hello again', to);
    expect((await caller.leads.timeline({ leadId: lead.id })).items).toMatchObject([{ kind: 'reply_received' }]);
  });

  test('can’t have an estimate, message, follow-up, deal, change, note or merge before it’s accepted', async () => {
    const leadId = held.id;
    const other = await lab.app.a.lead(company);
    const fence = { leadId, perimeter: 100, gateCount: 1, materialId: material.id };
    const steps = [{ day: 1, message: 'Hi {{name}}' }];
    const idempotencyKey = randomUUID();
    const org = await caller.crm.organizations.create({ name: 'Work' });
    const acts: Record<string, () => Promise<unknown>> = {
      'estimates.send': () => caller.estimates.send(fence),
      'estimates.resend': () => caller.estimates.resend({ leadId }),
      'messages.send': () => caller.messages.send({ leadId, channel: 'email', text: 'Hi', idempotencyKey }),
      'followUps.save': () => caller.followUps.save({ leadId, channel: 'email', steps, active: true }),
      'followUps.save draft': () => caller.followUps.save({ leadId, channel: 'email', steps, active: false }),
      'leads.update': () => caller.leads.update({ leadId, name: 'X' }),
      'leads.archive': () => caller.leads.archive({ leadId, archived: true }),
      'leads.addNote': () => caller.leads.addNote({ leadId, text: 'X' }),
      'leads.logCall': () => caller.leads.logCall({ leadId, outcome: 'reached' }),
      'leads.merge': () => caller.leads.merge({ leadId, otherLeadId: other.id }),
      'leads.keepApart': () => caller.leads.keepApart({ leadId, otherLeadId: other.id }),
      'crm.deals.create': () => caller.crm.deals.create({ orgId: org.id, title: 'Fence', leadId }),
    };
    for (const [name, act] of Object.entries(acts)) expect([name, await causeOf(act())]).toEqual([name, CONFLICT]);
    const many = await caller.followUps.startMany({ leadIds: [leadId], channel: 'email' });
    expect(many.leads).toEqual([{ leadId, outcome: 'refused', reason: REVIEW_FIRST }]);
    expect(await lab.otherMessages(company)).toEqual([]);
    expect(await lab.followUps(company)).toEqual([]);
    await caller.leads.review({ leadId, decision: 'accept' });
    expect(await causeOf(caller.estimates.send(fence))).toBe('done');
  });
});

describe('a lead that was accepted and then marked as spam', () => {
  test('can’t have messages resent, appears in no deal, and notifies about no reply', async () => {
    await caller.leads.review({ leadId: held.id, decision: 'accept' });
    const org = await caller.crm.organizations.create({ name: 'Work' });
    const deal = await caller.crm.deals.create({ orgId: org.id, title: 'Fence', leadId: held.id });
    await caller.leads.review({ leadId: held.id, decision: 'spam' });
    expect(await caller.crm.deals.list({ orgId: org.id })).toMatchObject([{ id: deal.id, lead: null }]);
    // simulates a failed email that an admin resends
    await lab.app.deps.system
      .updateTable('messages')
      .set({ status: 'scheduled' })
      .where('company_id', '=', company.id)
      .execute();
    await lab.drain(company);
    expect(lab.mails(held.email)).toEqual([]);
    expect(lab.texts(held.phone)).toEqual([]);
    const before = (await lab.otherMessages(company)).length;
    await lab.reply(held.phone ?? '', 'What?', { To: company.sms_from ?? '' });
    expect(await lab.otherMessages(company)).toHaveLength(before);
    expect(await caller.leads.summary()).toMatchObject({ unread: { leads: 0, messages: 0 } });
  });
});
