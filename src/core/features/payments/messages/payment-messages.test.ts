import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEstimatePayment } from '../start-estimate-payment.ts';
import { loadMessageKinds } from '../../../message-kinds.ts';
import { inCompany } from '../../../platform/db/app.ts';
import { placeOf } from '../../../platform/us-data/index.ts';
import { checkNotice } from '../../delivery/prepare-message.ts';
import { sessionOf, startBillingLab, type BillingLab } from '../../../../../test/billing.ts';
import { sign, startJob, type Job } from '../../../../../test/payments.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await startBillingLab();
});
afterAll(() => lab.close());

const payDeposit = async (job: Job, how: object = {}): Promise<string> => {
  const of = { companyId: job.company.id, estimateId: job.estimate.id };
  const session = sessionOf(await startEstimatePayment(lab.deps, { ...of, what: 'deposit' }));
  await lab.act('checkouts', session, 'complete', how);
  await lab.work();
  return session;
};

const kinds = await loadMessageKinds();
type PaymentKindName = 'payment.notice' | 'payment.receipt' | 'payment.failed';

/** Renders a message with current data. */
const made = (job: Job, kind: PaymentKindName, form: 'mail' | 'text' = 'mail') =>
  inCompany(lab.deps.db, job.company.id, async (tx) => {
    const row = await tx
      .selectFrom('messages')
      .selectAll()
      .where('lead_id', '=', job.lead.id)
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .where('channel', '=', form === 'mail' ? 'email' : 'sms')
      .executeTakeFirstOrThrow();
    const { config, clock } = lab.deps;
    const message = await kinds[kind][form]?.({ tx, row, company: job.company, language: 'en', config, clock });
    if (!message || 'until' in message) throw new Error('no such form, or not now');
    if ('skip' in message) throw new Error(message.skip);
    return { to: row.to_address, text: 'text' in message ? message.text : message.body, message };
  });

/** The reason why this phone can't be texted now, apart from texting hours. Null if it can. */
const whyNoText = (job: Job, phone: string) =>
  inCompany(lab.deps.db, job.company.id, async (tx) => {
    const { place, zone } = placeOf({ zip: null, address: null, phone, companyZone: job.company.time_zone });
    const { company } = job;
    const text = { rowId: crypto.randomUUID(), company, phone, place, zone, now: lab.app.clock.now() };
    const kind = kinds['payment.notice'];
    const verdict = await checkNotice(tx, { ...text, kind });
    return verdict?.kind === 'skip' ? verdict.reason : null;
  });

describe('payment messages', () => {
  it('include a receipt for the homeowner with the remaining amount and the signed copy', async () => {
    const job = await startJob(lab);
    await sign(lab, job);
    await payDeposit(job);
    const { to, text, message } = await made(job, 'payment.receipt');
    expect(to).toBe(job.lead.email);
    expect(text).toContain('Deposit: $851.04');
    expect(text).toContain('by card');
    expect(text).toContain('Left to pay: $851.04');
    expect(text).toContain('/estimate/');
    expect(message).toMatchObject({
      attachments: [{ filename: `${job.estimate.number}-signed.pdf`, contentType: 'application/pdf' }],
    });
  });

  it('include a notice to the contractor, texted to their phone until they text STOP', async () => {
    const job = await startJob(lab, { company: { notify_phone: '+12085550144' } });
    await payDeposit(job);
    const { to, text } = await made(job, 'payment.notice');
    expect(to).toBe(job.company.email);
    expect(text).toContain('Dana Whitfield paid the deposit of $851.04');
    expect(text).toContain('fee: $8.51');
    expect(await made(job, 'payment.notice', 'text')).toMatchObject({
      to: '+12085550144',
      text: `Dana Whitfield paid the deposit of $851.04. http://picket.test/dashboard?tab=leads&lead=${job.lead.id}`,
    });
    expect(await whyNoText(job, '+12085550144')).toBeNull();
    await lab.deps.system
      .insertInto('opt_outs')
      .values({
        company_id: job.company.id,
        channel: 'sms',
        address: '+12085550144',
        source: 'reply',
        created_at: lab.app.clock.now(),
      })
      .execute();
    expect(await whyNoText(job, '+12085550144')).toBe('You replied STOP from this phone');
  });

  it('report failed bank payments to both people, and disputes to the contractor with the next steps', async () => {
    const job = await startJob(lab);
    const session = await payDeposit(job, { paymentStatus: 'unpaid' });
    await lab.act('payments', session, 'settle', { outcome: 'failed' });
    await lab.work();
    expect((await made(job, 'payment.failed')).text).toContain('You weren’t charged.');
    expect((await made(job, 'payment.notice')).text).toContain(
      'The bank payment of $851.04 from Dana Whitfield failed',
    );
    const next = await payDeposit(job);
    await lab.act('payments', next, 'dispute');
    await lab.work();
    const { text } = await made(job, 'payment.notice');
    expect(text).toContain('Dana Whitfield disputes the payment of $851.04');
    expect(text).toContain('Respond in your Stripe account');
  });
});
