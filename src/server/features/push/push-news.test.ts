import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { DEFAULT_PUSH } from '#shared/features/push/push.schema.ts';
import { type BillingLab, sessionOf, startBillingLab } from '../../../../test/billing.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { dueFollowUp } from '../../../../test/due-follow-up.ts';
import { startJob } from '../../../../test/payments.ts';
import { type InboundMailLab, NOON, type Person, raw, startInboundMailLab } from '../../../../test/inbound-mail.ts';
import { startEstimatePayment } from '#core/features/payments/start-estimate-payment.ts';

/** Subscribes a browser of the owner to push notifications. */
async function subscribe({ app }: Pick<DeliveryLab, 'app'> | BillingLab, company: CompanyRow): Promise<void> {
  const { email } = await app.deps.system
    .selectFrom('users')
    .select('email')
    .where('id', '=', company.user_id)
    .executeTakeFirstOrThrow();
  const visitor = await app.signIn(email);
  await visitor.trpc.push.subscribe.mutate({
    endpoint: `https://fcm.googleapis.com/fcm/send/${company.id}`,
    p256dh: 'B'.repeat(87),
    auth: 'a'.repeat(22),
    choices: DEFAULT_PUSH,
  });
}

const newsOf = ({ app }: Pick<DeliveryLab, 'app'> | BillingLab, company: CompanyRow) =>
  app.deps.system
    .selectFrom('push_messages')
    .select(['event', 'lead_id'])
    .where('company_id', '=', company.id)
    .execute();

describe('a reply by text', () => {
  let lab: DeliveryLab;
  beforeAll(async () => {
    lab = await startDeliveryLab();
  });
  afterAll(() => lab.close());
  let job: Awaited<ReturnType<typeof dueFollowUp>>;
  beforeEach(async () => {
    job = await dueFollowUp(lab);
    await subscribe(lab, job.company);
    await lab.drain(job.company);
  });

  it('is shown on the contractor’s devices once until they read it', async () => {
    await lab.app.deps.system
      .updateTable('follow_up_schedules')
      .set({ status: 'done' })
      .where('company_id', '=', job.company.id)
      .execute();
    await lab.reply(job.phone, 'Does Saturday work?');
    await lab.reply(job.phone, 'Or Sunday?');
    expect(await newsOf(lab, job.company)).toEqual([{ event: 'reply', lead_id: job.lead.id }]);
  });

  it('is also shown if it stops the follow-ups', async () => {
    const schedule = await lab.app.deps.system
      .selectFrom('follow_up_schedules')
      .selectAll()
      .where('company_id', '=', job.company.id)
      .executeTakeFirstOrThrow();
    await lab.app.deps.system
      .updateTable('follow_up_schedules')
      .set({ status: 'active' })
      .where('id', '=', schedule.id)
      .execute();
    await lab.app.a.followUp(schedule, { step: 2, day: 2, due_at: new Date('2026-12-01T19:00:00Z') });
    await lab.reply(job.phone, 'Does Saturday work?');
    const { status } = await lab.app.deps.system
      .selectFrom('follow_up_schedules')
      .select('status')
      .where('id', '=', schedule.id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('stopped');
    expect(await newsOf(lab, job.company)).toEqual([{ event: 'reply', lead_id: job.lead.id }]);
  });
});

describe('a reply by email', () => {
  let lab: InboundMailLab;
  beforeAll(async () => {
    lab = await startInboundMailLab();
  });
  afterAll(() => lab.close());
  let person: Person;
  beforeEach(async () => {
    lab.app.clock.set(NOON);
    person = await lab.person();
    await subscribe(lab, person.company);
  });
  const write = ({ replyTo, lead }: Person, text: string) => lab.post(raw({ to: replyTo, from: lead.email, text }));

  it('is shown once, even if it stops the follow-ups', async () => {
    const { company, lead } = person;
    await write(person, 'Friday works.');
    expect(await lab.scheduleOf(lead)).toMatchObject({ status: 'stopped' });
    await write(person, 'Or Saturday?');
    expect(await newsOf(lab, company)).toEqual([{ event: 'reply', lead_id: lead.id }]);
  });

  it('isn’t shown if it’s automatic', async () => {
    const { company, lead, replyTo } = person;
    const headers = ['Auto-Submitted: auto-replied'];
    await lab.post(raw({ to: replyTo, from: lead.email, text: 'I am away.', headers }));
    expect(await lab.scheduleOf(lead)).toMatchObject({ status: 'active' });
    expect(await newsOf(lab, company)).toEqual([]);
  });
});

describe('a payment', () => {
  let lab: BillingLab;
  beforeAll(async () => {
    lab = await startBillingLab();
  });
  afterAll(() => lab.close());

  it('is shown on the contractor’s devices once, however often its event is processed', async () => {
    const job = await startJob(lab);
    await subscribe(lab, job.company);
    const of = { companyId: job.company.id, estimateId: job.estimate.id };
    const session = sessionOf(await startEstimatePayment(lab.deps, { ...of, what: 'deposit' }));
    await lab.act('checkouts', session, 'complete', {});
    await lab.work();
    await lab.deps.system.updateTable('stripe_events').set({ processed_at: null }).execute();
    await lab.work();
    expect(await newsOf(lab, job.company)).toEqual([{ event: 'paid', lead_id: job.lead.id }]);
  });
});
