import { afterAll, beforeAll, expect, test } from 'vitest';
import { setWorkDone } from '#core/features/agreements/set-work.ts';
import { recordByHand } from '#core/features/payments/hand-payments.ts';
import { recordPaymentInput } from '#shared/features/payments/payments.schema.ts';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { EVERY, killAtEach } from '../../../../test/kill-at-each.ts';

// Stops what makes a payment due, or pays it, before each of its statements, and then does it again as a person would.
// The messages are those of a job without a kill: none is twice, none is missing, and nobody is reminded of what is paid.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-12-01T19:00:00.000Z' });
});
afterAll(() => app.close());

/** A signed estimate. Half of it is due at the signature, and half when the work is done. */
async function signedJob() {
  const stripe = { stripe_account_id: `acct_${crypto.randomUUID()}`, stripe_connected: true };
  const company = await app.a.company(stripe);
  const caller = await app.callerFor(company);
  const wood = await app.a.material(company);
  const lead = await app.a.lead(company);
  const fence = { leadId: lead.id, materialId: wood.id, perimeter: 100, gateCount: 0 };
  const { estimateId: id, url, totalCents } = await caller.estimates.send(fence);
  const token = url.split('/').at(-1) ?? '';
  await app.browser().trpc.estimatePage.accept.mutate({ token, name: 'Dana Whitfield', agreed: true });
  const estimateId = estimateIdSchema.parse(id);
  const check = recordPaymentInput.parse({
    estimateId,
    method: 'check',
    cents: Math.ceil(totalCents / 2),
    receivedOn: localDateOf(app.clock.now(), company.time_zone),
    idempotencyKey: crypto.randomUUID(),
  });
  return { company, lead, estimateId, check };
}
type Job = Awaited<ReturnType<typeof signedJob>>;

const messagesOf = async ({ lead }: Job) =>
  (
    await app.deps.system
      .selectFrom('messages')
      .select(['kind', 'channel', 'status', 'due_at'])
      .where('lead_id', '=', lead.id)
      .where('direction', '=', 'out')
      .orderBy('kind')
      .orderBy('due_at')
      .orderBy('channel')
      .execute()
  ).map(({ kind, channel, status, due_at: at }) => `${kind} ${channel} ${status} ${at?.toISOString() ?? ''}`);
const factsOf = async (job: Job) => {
  const payments = await app.deps.system
    .selectFrom('payments')
    .select('amount_cents')
    .where('lead_id', '=', job.lead.id)
    .execute();
  return { payments: payments.length, messages: await messagesOf(job) };
};

const done = (deps: TestApp['deps'], { company, estimateId }: Job) =>
  setWorkDone(deps, { companyId: company.id, estimateId });
const pay = (deps: TestApp['deps'], { company, check }: Job) => recordByHand(deps, company.id, check);

test.each([
  ['work that is done asks for the rest and plans its reminders', pay, done],
  ['a check withdraws the reminders of what it pays', done, pay],
] as const)('%s once, wherever it is killed', async (_what, before, act) => {
  const straight = await signedJob();
  await before(app.deps, straight);
  const was = await factsOf(straight);
  await act(app.deps, straight);
  const wanted = await factsOf(straight);
  expect(wanted.messages).not.toEqual(was.messages);

  let job = straight;
  const kills = await killAtEach(
    app,
    async (deps) => {
      job = await signedJob();
      await before(app.deps, job);
      return act(deps, job);
    },
    async () => {
      // A killed act did all or nothing. Repeating it makes no difference once it was done.
      expect([was, wanted]).toContainEqual(await factsOf(job));
      await act(app.deps, job);
      expect(await factsOf(job)).toEqual(wanted);
      await act(app.deps, job);
      expect(await factsOf(job)).toEqual(wanted);
    },
  );
  expect(kills).toBeGreaterThan(10 / EVERY);
});
