import type { MailedLead } from '../../test/builders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { EstimateRow } from '#core/features/estimates/estimates.table.ts';
import type { MaterialRow } from '#core/features/pricing/pricing.table.ts';
import type { DealView } from '#shared/features/crm/crm.schema.ts';
import { type Caller, startTestApp, type TestApp } from '../../test/caller.ts';

let app: TestApp;
let stranger: Caller;
let mine: MailedLead;
let theirs: {
  company: CompanyRow;
  lead: MailedLead;
  material: MaterialRow;
  estimate: EstimateRow;
  messageId: string;
  typedId: string;
  textId: string;
  reminderId: string;
  paymentId: string;
  changeId: string;
};
let crm: { deal: DealView; pipelineId: string; ownOrgId: string; ownDealId: string };

beforeAll(async () => {
  app = await startTestApp();
  const company = await app.a.company();
  const material = await app.a.material(company);
  const lead = await app.a.lead(company);
  const estimate = await app.a.estimate(company, lead);
  const message = await app.a.followUp(await app.a.schedule(company, lead), { status: 'unknown' });
  await app.deps.system
    .insertInto('company_logos')
    .values({
      company_id: company.id,
      hash: '0'.repeat(64),
      content: Buffer.of(0),
      width: 1,
      height: 1,
      created_at: app.clock.now(),
    })
    .execute();
  const typed = await (
    await app.callerFor(company)
  ).messages.send({ leadId: lead.id, channel: 'email', text: 'Theirs', idempotencyKey: crypto.randomUUID() });
  const { id: textId } = await app.deps.system
    .insertInto('messages')
    .values({
      company_id: company.id,
      lead_id: lead.id,
      direction: 'in',
      channel: 'email',
      kind: 'reply',
      from_address: lead.email,
      to_address: company.email,
      subject: null,
      body: 'Theirs',
      status: 'received',
      provider_id: '<theirs@example.com>',
      error_code: null,
      at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const reminder = await app.deps.system
    .insertInto('messages')
    .values({
      company_id: company.id,
      lead_id: lead.id,
      kind: 'reminder.not_viewed',
      channel: 'email',
      to_address: lead.email,
      payload: JSON.stringify({ estimateId: estimate.id }),
      due_at: app.clock.now(),
      created_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const payment = await app.deps.system
    .insertInto('payments')
    .values({
      company_id: company.id,
      lead_id: lead.id,
      estimate_id: estimate.id,
      kind: 'part',
      amount_cents: 100,
      fee_cents: 0,
      by_hand: true,
      status: 'succeeded',
      method: 'check',
      received_on: '2026-01-01',
      idempotency_key: 'theirs',
      created_at: app.clock.now(),
      paid_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const change = await app.deps.system
    .insertInto('estimate_changes')
    .values({
      company_id: company.id,
      estimate_id: estimate.id,
      position: 1,
      note: 'Theirs',
      fence: '{}',
      take_off: '{}',
      added: '{}',
      removed: '{}',
      added_cents: 0,
      removed_cents: 100,
      total_cents: 100,
      created_at: app.clock.now(),
      job_zone: 'America/Boise',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  theirs = {
    company,
    lead,
    material,
    estimate,
    messageId: message.id,
    typedId: typed.id,
    textId,
    reminderId: reminder.id,
    paymentId: payment.id,
    changeId: change.id,
  };
  const strangers = await app.a.company();
  stranger = await app.callerFor(strangers);
  mine = await app.a.lead(strangers, { archived_at: new Date() });
  crm = await fillCrm(await app.callerFor(company));
});
afterAll(() => app.close());

/**
 * Creates a deal of the owner's company, and a deal of the stranger's company for the attempts to refer to the first
 * one.
 */
async function fillCrm(owner: Caller): Promise<typeof crm> {
  const dealOf = async (caller: Caller) => {
    const { id: orgId } = await caller.crm.organizations.create({ name: 'HOA' });
    return caller.crm.deals.create({ orgId, title: 'East boundary' });
  };
  const deal = await dealOf(owner);
  const own = await dealOf(stranger);
  return { deal, pipelineId: deal.pipelineId, ownOrgId: own.orgId, ownDealId: own.id };
}

const fence = { perimeter: 100, gateCount: 1 };
const CALLS: Record<string, () => Promise<unknown>> = {
  'company.restoreLogo': () =>
    stranger.company.restoreLogo({ logoUrl: `${app.config.PUBLIC_URL}/logos/${'0'.repeat(64)}.png` }),
  'leads.get': () => stranger.leads.get({ leadId: theirs.lead.id }),
  'leads.mailState': () => stranger.leads.mailState({ leadId: theirs.lead.id }),
  'leads.resumeMail': () => stranger.leads.resumeMail({ leadId: theirs.lead.id }),
  'leads.timeline': () => stranger.leads.timeline({ leadId: theirs.lead.id }),
  'leads.update': () => stranger.leads.update({ leadId: theirs.lead.id, name: 'Mine now' }),
  'leads.archive': () => stranger.leads.archive({ leadId: theirs.lead.id, archived: true }),
  'leads.addNote': () => stranger.leads.addNote({ leadId: theirs.lead.id, text: 'Mine now' }),
  'leads.logCall': () => stranger.leads.logCall({ leadId: theirs.lead.id, outcome: 'reached' }),
  'leads.undoCall': () => stranger.leads.undoCall({ leadId: theirs.lead.id, callId: theirs.lead.id }),
  'leads.duplicates': () => stranger.leads.duplicates({ leadId: theirs.lead.id }),
  'leads.merge': () => stranger.leads.merge({ leadId: theirs.lead.id, otherLeadId: mine.id, takeNewer: [] }),
  'leads.keepApart': () => stranger.leads.keepApart({ leadId: theirs.lead.id, otherLeadId: mine.id }),
  'estimates.preview': () =>
    stranger.estimates.preview({ leadId: theirs.lead.id, materialId: theirs.material.id, ...fence }),
  'estimates.send': () => stranger.estimates.send({ leadId: theirs.lead.id, materialId: theirs.material.id, ...fence }),
  'estimates.resend': () => stranger.estimates.resend({ leadId: theirs.lead.id }),
  'estimates.setWorkStarted': () =>
    stranger.estimates.setWorkStarted({ estimateId: theirs.estimate.id, started: true }),
  'estimates.listForLead': () => stranger.estimates.listForLead({ leadId: theirs.lead.id }),
  'changes.list': () => stranger.changes.list({ estimateId: theirs.estimate.id }),
  'changes.start': () => stranger.changes.start({ estimateId: theirs.estimate.id }),
  'changes.preview': () => stranger.changes.preview({ estimateId: theirs.estimate.id }),
  'changes.create': () => stranger.changes.create({ estimateId: theirs.estimate.id }),
  'changes.send': () => stranger.changes.send({ changeId: theirs.changeId }),
  'changes.cancel': () => stranger.changes.cancel({ changeId: theirs.changeId }),
  'payments.forEstimate': () => stranger.payments.forEstimate({ estimateId: theirs.estimate.id }),
  'payments.createConnectPayment': () =>
    stranger.payments.createConnectPayment({ estimateId: theirs.estimate.id, amountCents: 85_104 }),
  'payments.record': () =>
    stranger.payments.record({
      estimateId: theirs.estimate.id,
      method: 'check',
      cents: 100,
      receivedOn: '2026-01-01',
      idempotencyKey: 'theirs',
    }),
  'payments.void': () => stranger.payments.void({ paymentId: theirs.paymentId, reason: 'Theirs' }),
  'payments.refund': () => stranger.payments.refund({ paymentId: theirs.paymentId, idempotencyKey: 'theirs' }),
  'followUps.get': () => stranger.followUps.get({ leadId: theirs.lead.id }),
  'followUps.dates': () => stranger.followUps.dates({ leadId: theirs.lead.id, channel: 'email', days: [1] }),
  'followUps.save': () =>
    stranger.followUps.save({
      leadId: theirs.lead.id,
      channel: 'email',
      active: true,
      steps: [{ day: 1, message: 'Mine now' }],
    }),
  'followUps.startMany': () => stranger.followUps.startMany({ leadIds: [theirs.lead.id], channel: 'email' }),
  'followUps.cancel': () => stranger.followUps.cancel({ leadId: theirs.lead.id }),
  'followUps.resolveUnknown': () =>
    stranger.followUps.resolveUnknown({ messageId: theirs.messageId, action: 'resend' }),
  'messages.thread': () => stranger.messages.thread({ leadId: theirs.lead.id }),
  'messages.whole': () => stranger.messages.whole({ messageId: theirs.textId }),
  'messages.ways': () => stranger.messages.ways({ leadId: theirs.lead.id }),
  'messages.send': () =>
    stranger.messages.send({
      leadId: theirs.lead.id,
      channel: 'email',
      text: 'Mine now',
      idempotencyKey: crypto.randomUUID(),
    }),
  'messages.cancel': () => stranger.messages.cancel({ messageId: theirs.typedId }),
  'messages.noteStop': () => stranger.messages.noteStop({ leadId: theirs.lead.id, channel: 'email' }),
  'messages.decideOptOut': () => stranger.messages.decideOptOut({ messageId: theirs.textId, stop: true }),
  'messages.undecided': () => stranger.messages.undecided({ leadId: theirs.lead.id }),
  'messages.decide': () => stranger.messages.decide({ leadId: theirs.lead.id, wish: 'opt_out' }),
  'messages.markRead': () => stranger.messages.markRead({ leadId: theirs.lead.id }),
  'messages.markUnread': () => stranger.messages.markUnread({ leadId: theirs.lead.id }),
  'reminders.forLead': () => stranger.reminders.forLead({ leadId: theirs.lead.id }),
  'reminders.cancel': () => stranger.reminders.cancel({ reminderId: theirs.reminderId }),
  'pricing.updateMaterial': () => stranger.pricing.updateMaterial({ id: theirs.material.id, name: 'Mine now' }),
  'pricing.restoreMaterial': () => stranger.pricing.restoreMaterial({ id: theirs.material.id }),
  'pricing.deleteMaterial': () => stranger.pricing.deleteMaterial({ id: theirs.material.id }),
  'crm.organizations.update': () => stranger.crm.organizations.update({ orgId: crm.deal.orgId, name: 'Mine now' }),
  'crm.organizations.delete': () => stranger.crm.organizations.delete({ orgId: crm.deal.orgId }),
  'crm.pipelines.list': () => stranger.crm.pipelines.list({ orgId: crm.deal.orgId }),
  'crm.pipelines.create': () => stranger.crm.pipelines.create({ orgId: crm.deal.orgId, name: 'Mine now' }),
  'crm.pipelines.update': () => stranger.crm.pipelines.update({ pipelineId: crm.pipelineId, name: 'Mine now' }),
  'crm.pipelines.delete': () => stranger.crm.pipelines.delete({ pipelineId: crm.pipelineId }),
  'crm.deals.list': () => stranger.crm.deals.list({ orgId: crm.deal.orgId }),
  'crm.deals.create': () => stranger.crm.deals.create({ orgId: crm.deal.orgId, title: 'Mine now' }),
  'crm.deals.create in their stage': () =>
    stranger.crm.deals.create({ orgId: crm.ownOrgId, title: 'Mine now', stageId: crm.deal.stageId }),
  'crm.deals.create for their lead': () =>
    stranger.crm.deals.create({ orgId: crm.ownOrgId, title: 'Mine now', leadId: theirs.lead.id }),
  'crm.deals.update': () => stranger.crm.deals.update({ dealId: crm.deal.id, title: 'Mine now' }),
  'crm.deals.update to their lead': () => stranger.crm.deals.update({ dealId: crm.ownDealId, leadId: theirs.lead.id }),
  'crm.deals.move': () => stranger.crm.deals.move({ dealId: crm.deal.id, stageId: crm.deal.stageId }),
  'crm.deals.move to their stage': () => stranger.crm.deals.move({ dealId: crm.ownDealId, stageId: crm.deal.stageId }),
  'crm.deals.delete': () => stranger.crm.deals.delete({ dealId: crm.deal.id }),
};

describe('another company’s data isn’t found', () => {
  test.each(Object.entries(CALLS))('%s answers NOT_FOUND', async (_name, call) => {
    await expect(call()).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } });
  });

  test('and nothing was changed or listed', async () => {
    const { items } = await stranger.leads.list({});
    expect(items).toEqual([]);
    const owner = await app.callerFor(theirs.company);
    const lead = await owner.leads.get({ leadId: theirs.lead.id });
    expect(lead).toMatchObject({ name: theirs.lead.name, archivedAt: null, estimateSentAt: null });
    const { materials } = await owner.pricing.get();
    expect(materials.map(({ name }) => name)).toContain(theirs.material.name);
    expect(await owner.crm.deals.list({ orgId: crm.deal.orgId })).toEqual([crm.deal]);
    expect((await stranger.crm.organizations.list()).map(({ id }) => id)).toEqual([crm.ownOrgId]);
  });
});
