import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordView } from '#core/features/agreements/open-estimate.ts';
import { inCompany } from '#core/platform/db/app.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import type { EstimateId } from '#shared/primitives/ids.ts';
import { type BillingLab, sessionOf, startBillingLab } from '../../../../test/billing.ts';
import { openAccount } from '../../../../test/payments.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await startBillingLab();
});
afterAll(() => lab.close());

/** Creates a job with the link to its first version ($1,702.08 with a 50% deposit). The company can charge online. */
const startJob = async () => {
  const account = await openAccount(lab);
  const company = await lab.app.a.company({ name: 'Acme Fence', stripe_account_id: account, stripe_connected: true });
  const wood = await lab.app.a.material(company, { name: '6ft Wood Picket' });
  const lead = await lab.app.a.lead(company, { name: 'Marisol Vega', status: 'contacted' });
  const caller = await lab.app.callerFor(company);
  const send = async (perimeter = 184) => {
    const input = { leadId: lead.id, perimeter, materialId: wood.id, gateCount: 1 };
    const sent = await caller.estimates.send(input);
    const path = new URL(sent.url).pathname;
    return { ...sent, path, token: path.split('/').at(-1) ?? '' };
  };
  return { company, lead, caller, send, first: await send() };
};
type Job = Awaited<ReturnType<typeof startJob>>;
type Link = Job['first'];

const page = () => lab.app.browser().trpc.estimatePage;
const textOf = async ({ path }: Link): Promise<string> =>
  (await (await fetch(lab.app.url + path)).text())
    .replace(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,])/g, '$1')
    .replaceAll('&#x27;', "'");
const sign = ({ token }: Link) => page().accept.mutate({ token, name: 'Marisol Vega', agreed: true });
const pay = async ({ token }: Link, what: 'deposit' | 'full' | 'balance', how: object = {}): Promise<string> => {
  const session = sessionOf(await page().pay.mutate({ token, what }));
  await lab.act('checkouts', session, 'complete', how);
  await lab.work();
  return session;
};

describe('the page after a payment', () => {
  it('shows after the deposit the paid and remaining amounts, that nothing is due now, and a secondary link for the balance', async () => {
    const { caller, first } = await startJob();
    await sign(first);
    await pay(first, 'deposit');
    const text = await textOf(first);
    expect(text).toContain('Total $1,702.08 Paid −$851.04 Left to pay $851.04');
    expect(text).toContain('You’re done for now');
    const html = await (await fetch(lab.app.url + first.path)).text();
    expect(html).toMatch(/<button class="btn btn-link" type="submit">Pay the \$851\.04 balance/);
    expect(html).not.toContain('type="submit" class="btn btn-primary"');
    expect(text).toContain('Where things stand');
    await caller.estimates.setWorkStarted({ estimateId: first.estimateId, started: true });
    const started = await (await fetch(lab.app.url + first.path)).text();
    expect(started).toContain('Acme Fence started the work');
    expect(started).not.toContain('schedule the work');
    expect(started).toMatch(/<button class="btn btn-link" type="submit">Pay the \$851\.04 balance/);
    await caller.estimates.workDone({ estimateId: first.estimateId });
    const asked = await (await fetch(lab.app.url + first.path)).text();
    expect(asked).toMatch(/<button class="btn btn-primary" type="submit">Pay the \$851\.04 balance/);
    expect(asked).not.toContain('done for now');
    await pay(first, 'balance');
    const done = await textOf(first);
    expect(done).toContain('Paid −$1,702.08 Left to pay $0.00');
    expect(done).not.toContain('done for now');
  });

  it('asks for the balance only while the work is marked as done, and requires a signature for that mark', async () => {
    const { caller, first } = await startJob();
    const set = (done: boolean) =>
      done
        ? caller.estimates.workDone({ estimateId: first.estimateId })
        : caller.estimates.reopenWork({ estimateId: first.estimateId });
    await expect(set(true)).rejects.toThrow('This estimate isn’t signed yet');
    await sign(first);
    await pay(first, 'deposit');
    const done = await set(true);
    expect(done.workStartedAt).toBe(done.workDoneAt);
    expect(await set(true)).toEqual(done);
    expect(await textOf(first)).toContain('The $851.04 balance is due now');
    expect(await set(false)).toEqual({ workStartedAt: done.workStartedAt, workDoneAt: null });
    expect(await textOf(first)).toContain('You’re done for now');
    await set(true);
    const mistaken = await caller.estimates.setWorkStarted({ estimateId: first.estimateId, started: false });
    expect(mistaken).toEqual({ workStartedAt: null, workDoneAt: null });
  });

  it('taken by the contractor before signing shows the amount, and no signature', async () => {
    const { caller, first } = await startJob();
    const { url } = await caller.payments.createConnectPayment({ estimateId: first.estimateId, amountCents: 85_104 });
    await lab.act('checkouts', sessionOf({ url }), 'complete');
    await lab.work();
    const text = await textOf(first);
    expect(text).toContain('You paid $851.04. Thank you.');
    expect(text).not.toContain('You accepted and signed');
    // the same link can be used to pay the balance
    expect(text).toContain('Pay the $851.04 balance');
    await pay(first, 'balance');
    expect(await textOf(first)).toContain('This estimate is paid in full.');
  });

  it('says on a paid version that a newer one exists, and offers no payment that would be refused', async () => {
    const { first, send } = await startJob();
    await sign(first);
    await pay(first, 'deposit');
    await send(200);
    const text = await textOf(first);
    expect(text).toContain('You paid $851.04. Thank you.');
    expect(text).toContain('Acme Fence has sent you a newer estimate');
    expect(text).not.toMatch(/Pay the [^ ]+ balance/);
    const { payment } = await page().get.query({ token: first.token });
    expect(payment.due).toEqual({ deposit: null, full: null, balance: null, part: null });
  });

  it('doesn’t ask for a deposit again on the new version', async () => {
    const { first, send } = await startJob();
    await sign(first);
    await pay(first, 'deposit');
    const second = await send(200);
    const open = await textOf(second);
    expect(open).toContain('Your earlier payment of $851.04 counts toward this estimate.');
    expect(open).not.toMatch(/Deposit today|pay the deposit|The deposit is the next step/);
    await sign(second);
    const signed = await textOf(second);
    expect(signed).not.toContain('Next, pay the');
    expect(signed).toContain('You paid $851.04. Thank you.');
    expect(signed).toContain('Pay the $972.96 balance');
    const { state, payment } = await page().get.query({ token: second.token });
    expect([state, payment.balanceCents]).toEqual(['deposit_paid', 97_296]);
  });

  it('counts a payment in full toward a newer version, and says if more was paid than that costs', async () => {
    const { lead, caller, first, send } = await startJob();
    await sign(first);
    await pay(first, 'deposit');
    await pay(first, 'balance');
    const second = await send(100);
    await sign(second);
    const { state, totalCents, payment } = await page().get.query({ token: second.token });
    expect([state, payment.paidCents, payment.balanceCents]).toEqual(['paid', 170_208, totalCents - 170_208]);
    expect(payment.due).toEqual({ deposit: null, full: null, balance: null, part: null });
    expect(payment.balanceCents).toBeLessThan(0);
    const text = await textOf(second);
    expect(text).toContain('Paid too much. Acme Fence owes you');
    expect(text).toContain(formatCents(-payment.balanceCents));
    expect(text).not.toContain('deposit is due');
    expect(await caller.leads.get({ leadId: lead.id })).toMatchObject({
      receivedCents: 170_208,
      balanceCents: payment.balanceCents,
      owedCents: 0,
    });
    expect(await caller.payments.owed()).not.toContainEqual(expect.objectContaining({ leadId: lead.id }));
  });

  it('says that a bank payment failed, and that the bank decided a dispute, on the page and the lead', async () => {
    const { lead, caller, first } = await startJob();
    await sign(first);
    const deposit = await pay(first, 'deposit', { paymentStatus: 'unpaid' });
    await lab.act('payments', deposit, 'settle', { outcome: 'failed' });
    await lab.work();
    expect(await textOf(first)).toContain('Your bank payment of $851.04 on ');
    expect((await caller.leads.get({ leadId: lead.id })).paymentProblem).toBe('failed');
    const again = await pay(first, 'deposit');
    expect((await caller.leads.get({ leadId: lead.id })).paymentProblem).toBeNull();
    await lab.act('payments', again, 'dispute');
    await lab.work();
    // An open dispute is shown, and the payment still counts until it's decided.
    expect(await textOf(first)).toContain('Your bank is reviewing your dispute');
    expect((await caller.leads.get({ leadId: lead.id })).balanceCents).toBe(85_104);
    await lab.act('payments', again, 'dispute', { outcome: 'lost' });
    await lab.work();
    expect(await textOf(first)).toContain('returned the payment to you');
    const owing = { receivedCents: 85_104, balanceCents: 170_208, paymentProblem: 'dispute_lost' };
    expect(await caller.leads.get({ leadId: lead.id })).toMatchObject(owing);
    expect(await caller.payments.owed()).toContainEqual(
      expect.objectContaining({ leadId: lead.id, balanceCents: 170_208 }),
    );
  });

  it('shows a bank payment in progress although a newer version was sent', async () => {
    const { first, send } = await startJob();
    await sign(first);
    await pay(first, 'deposit', { paymentStatus: 'unpaid' });
    await send(200);
    const text = await textOf(first);
    expect(text).toContain('Your bank payment of $851.04 is on its way');
    expect(text).toContain('Acme Fence has sent you a newer estimate');
  });

  it('offers the balance after a partial refund of the deposit, and keeps what was paid and is left in view', async () => {
    const { lead, caller, first } = await startJob();
    await sign(first);
    const deposit = await pay(first, 'deposit');
    await lab.act('payments', deposit, 'refund', { amountCents: 1_000 });
    await lab.work();
    const text = await textOf(first);
    expect(text).toContain('$10.00 was refunded to you');
    expect(text).toContain('Paid −$851.04 Refunded or returned $10.00 Left to pay $861.04');
    expect(text).toContain('Pay the $861.04 balance');
    const expected = { receivedCents: 85_104, refundedCents: 1_000, balanceCents: 86_104, owedCents: 86_104 };
    expect(await caller.leads.get({ leadId: lead.id })).toMatchObject(expected);
    await pay(first, 'balance');
    // after a full refund of one of the two payments, the job is never shown as simply paid (S16), and the amount isn't
    // due again
    await lab.act('payments', deposit, 'refund');
    await lab.work();
    const refunded = await page().get.query({ token: first.token });
    expect(refunded).toMatchObject({ state: 'refunded', payment: { due: { balance: null } } });
  });
});

it('a simultaneous view and answer don’t deadlock', async () => {
  const { company, lead, first } = await startJob();
  const id = first.estimateId as EstimateId;
  let viewed: Promise<void> | undefined;
  await inCompany(lab.deps.db, company.id, async (tx) => {
    await tx.selectFrom('leads').select('id').where('id', '=', lead.id).forUpdate().execute();
    viewed = recordView(lab.deps, { id, company_id: company.id, lead_id: lead.id });
    viewed.catch(() => undefined);
    await waiting();
    await tx.updateTable('estimates').set({ status: 'viewed' }).where('id', '=', id).execute();
  });
  await expect(viewed).resolves.toBeUndefined();
});

/** Waits until one transaction is waiting for another's lock. */
const waiting = () =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_locks where not granted`.execute(lab.deps.system);
      return rows[0]?.n ?? 0;
    })
    .toBeGreaterThan(0);
