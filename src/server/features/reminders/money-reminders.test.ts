import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acceptEstimate } from '#core/features/agreements/accept-estimate.ts';
import { inCompany } from '#core/platform/db/app.ts';
import type { EstimateRow } from '#core/features/estimates/estimates.table.ts';
import { planPaymentReminders } from '#core/features/reminders/plan-reminders.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { sign } from '../../../../test/payments.ts';
import { reminderJobs, REVIEWS, type SentJob as Job } from '../../../../test/reminders.ts';

/** Monday noon in Boise. Texts to area code 208 are allowed from 11:00 AM in Boise. */
const START = '2026-11-16T19:00:00.000Z';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(START));

const { sentEstimate, waiting, willNot, went, skipped, goTo } = reminderJobs(() => lab);

describe('payment reminders', () => {
  const paid = (job: Job, kind: 'deposit' | 'balance', status: EstimateRow['status']) =>
    inCompany(lab.app.deps.db, job.company.id, async (tx) => {
      const at = lab.app.clock.now();
      await tx
        .insertInto('payments')
        .values({
          company_id: job.company.id,
          lead_id: job.lead.id,
          estimate_id: job.estimate.id,
          kind,
          amount_cents: 85_104,
          fee_cents: 0,
          status: 'succeeded',
          stripe_account_id: job.company.stripe_account_id ?? '',
          expires_at: at,
          created_at: at,
          paid_at: at,
        })
        .execute();
      await tx.updateTable('estimates').set({ status }).where('id', '=', job.estimate.id).execute();
      await planPaymentReminders(tx, { companyId: job.company.id, estimateId: job.estimate.id, at });
    });

  test('the balance reminder is sent days after the deposit with the remaining amount, and a review request after full payment', async () => {
    const job = await sentEstimate({ balance: {}, review: {} });
    await paid(job, 'deposit', 'deposit_paid');
    expect(await waiting(job)).toEqual(['balance email 2026-11-19T17:00:00.000Z']);
    await goTo(job, '2026-11-19T17:00:00.000Z');
    expect(went(job, 'email')).toEqual([expect.stringMatching(/balance of \$851\.04 .*\/e\//)]);
    await paid(job, 'balance', 'paid');
    expect(await waiting(job)).toEqual(['review email 2026-11-21T17:00:00.000Z']);
    await goTo(job, '2026-11-21T17:00:00.000Z');
    expect(went(job, 'email')[1]).toContain(REVIEWS);
  });

  test('with a state cap, the balance reminder counts from the start of work; undoing the start cancels it', async () => {
    const job = await sentEstimate({ balance: {} }, { lead: { zip: '94105' } });
    await sign(lab, job);
    await paid(job, 'deposit', 'deposit_paid');
    expect(await waiting(job)).toEqual([]);
    const work = (started: boolean) => job.caller.estimates.setWorkStarted({ estimateId: job.estimate.id, started });
    await work(true);
    expect(await waiting(job)).toEqual(['balance email 2026-11-19T18:00:00.000Z']);
    await work(false);
    expect(await waiting(job)).toEqual([]);
    lab.app.clock.advance(DAY);
    await work(true);
    expect(await waiting(job)).toEqual(['balance email 2026-11-20T18:00:00.000Z']);
  });

  test('undoing the start of work keeps a reminder about a balance that’s due anyway', async () => {
    const job = await sentEstimate({ balance: {} });
    await sign(lab, job);
    await paid(job, 'deposit', 'deposit_paid');
    for (const started of [true, false])
      await job.caller.estimates.setWorkStarted({ estimateId: job.estimate.id, started });
    expect(await waiting(job)).toEqual(['balance email 2026-11-19T17:00:00.000Z']);
  });

  test('the balance reminder covers a newer version signed after the previous one’s deposit', async () => {
    const job = await sentEstimate({ balance: {} });
    await paid(job, 'deposit', 'deposit_paid');
    lab.app.clock.advance(DAY);
    const newer = await job.send(200);
    expect(await waiting(job)).toHaveLength(1);
    await acceptEstimate(lab.app.deps, {
      token: newer.url.split('/').at(-1) ?? '',
      name: 'Dana',
      ip: '127.0.0.1',
      userAgent: 'test',
      addOnIds: [],
    });
    expect(await waiting(job)).toEqual([
      'balance email 2026-11-19T17:00:00.000Z',
      'balance email 2026-11-20T17:00:00.000Z',
    ]);
    await goTo(job, '2026-11-19T17:00:00.000Z');
    expect(await skipped(job)).toEqual(['A newer version of this estimate was sent. Use its link to pay']);
    await goTo(job, '2026-11-20T17:00:00.000Z');
    expect(went(job, 'email').filter((text) => text.includes('balance of'))).toHaveLength(1);
  });

  test('a review is requested by text only with written consent (C5), and not after a dispute', async () => {
    const job = await sentEstimate({ review: { channel: 'both' } }, { consent: 'verbal' });
    await lab.drain(job.company);
    await paid(job, 'deposit', 'paid');
    await goTo(job, '2026-11-18T18:00:00.000Z');
    expect(await skipped(job)).toEqual(['A review request by text needs written consent']);
    expect(went(job, 'email')).toHaveLength(1);
    const other = await sentEstimate({ review: {} });
    await paid(other, 'deposit', 'paid');
    await lab.app.deps.system
      .updateTable('estimates')
      .set({ status: 'disputed' })
      .where('id', '=', other.estimate.id)
      .execute();
    expect(await willNot(other)).toEqual(['The payment is disputed']);
  });
});
