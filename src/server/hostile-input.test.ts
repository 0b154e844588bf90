import { TRPCError } from '@trpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../test/caller.ts';
import { ticketOf } from '../../test/widget-ticket.ts';
import { type SaidError, sayTrpcError } from './trpc/error-mapping.ts';
import type { AnyTimelineData } from '#shared/features/timeline/timeline.schema.ts';

let app: TestApp;
let company: CompanyRow;
let lead: LeadRow;
let browser: TestBrowser;
beforeAll(async () => {
  app = await startTestApp();
  company = await app.a.company();
  lead = await app.a.lead(company);
  const owner = await app.deps.system
    .selectFrom('users')
    .select('email')
    .where('id', '=', company.user_id)
    .executeTakeFirstOrThrow();
  browser = await app.signIn(owner.email);
});
afterAll(() => app.close());

/** Characters that Postgres refuses in text and jsonb. */
const ODD = 'a\u0000b \uD800 c';
const KEPT = 'ab \uFFFD c';

const mutate = async (path: string, input: unknown) => {
  const answer = await browser.fetch(`/trpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  return { status: answer.status, body: await answer.text() };
};

/** Returns the error of a refused call, or undefined if the call succeeds. */
const saidOf = async (work: () => Promise<unknown>): Promise<SaidError | undefined> => {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof TRPCError) return sayTrpcError(error);
    throw error;
  }
};

test('stores text without the characters that Postgres refuses', async () => {
  const steps = [{ day: 1, message: ODD }];
  const workflow = { channel: 'sms', cadence: [1], messages: [ODD], sendTime: '10:00' };
  for (const [path, input] of [
    ['leads.addNote', { leadId: lead.id, text: ODD }],
    ['leads.update', { leadId: lead.id, notes: ODD, outcome: 'won', reason: ODD }],
    ['followUps.save', { leadId: lead.id, channel: 'email', steps, active: false }],
    ['workflow.update', workflow],
    ['terms.update', { text: ODD }],
  ] as const) {
    const { status, body } = await mutate(path, input);
    expect(`${path} ${status}`).toBe(`${path} 200`);
    expect(body).not.toMatch(/\\u0000|\\ud800/);
  }
  const caller = await app.callerFor(company);
  expect((await caller.followUps.get({ leadId: lead.id })).steps[0]?.message).toBe(KEPT);
  expect(
    (await caller.leads.timeline({ leadId: lead.id })).items.map(({ data }: { data: AnyTimelineData }) => data.text),
  ).toContain(KEPT);
});

test('a cursor with year 0 is invalid, not an internal error', async () => {
  const cursor = Buffer.from(JSON.stringify(['0000-01-01T00:00:00.000000Z', lead.id])).toString('base64url');
  for (const [path, input] of [
    ['leads.list', { cursor }],
    ['leads.timeline', { leadId: lead.id, cursor }],
  ] as const) {
    const answer = await browser.fetch(`/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`);
    expect(answer.status).toBe(422);
  }
});

test('hostile words in a URL never cause an internal error', async () => {
  const { id } = lead;
  const odd = ['%00', '%ED%A0%80', '..%2f..', "'", '%F0%9F%8F%A1', id.toUpperCase(), 'x'.repeat(3_000), '__proto__'];
  for (const word of odd)
    for (const path of [
      `/estimate/${word}`,
      `/estimate/${word}.pdf`,
      `/estimate/${word}/signed.pdf`,
      `/unsubscribe/${word}`,
      `/weekly-report/${word}`,
      `/avatars/${word}`,
      `/logos/${word}`,
      `/api/messages/${word}/files/${word}`,
      `/api/messages/${id}/files/${word}`,
      `/api/widget/v1/config/${word}`,
      `/auth/google/callback?code=${word}&state=${word}`,
      `/trpc/${word}`,
      `/trpc/leads.get?input=${word}`,
    ]) {
      const { status } = await browser.fetch(path);
      expect(`${path.slice(0, 60)} ${status < 500}`).toBe(`${path.slice(0, 60)} true`);
    }
});

test('a malformed URL is a bad request', async () => {
  expect((await browser.fetch('/trpc/%ff')).status).toBe(400);
});

test('an id in capitals is the same id: duplicates stay dismissed, and follow-ups start', async () => {
  const other = await app.a.lead(company);
  const capitals = lead.id.toUpperCase();
  const pair = await mutate('leads.keepApart', { leadId: capitals, otherLeadId: other.id });
  expect(pair.status).toBe(200);
  const same = await mutate('leads.keepApart', { leadId: capitals, otherLeadId: lead.id });
  expect([same.status, same.body]).toEqual([422, expect.stringContaining('Choose a different lead')]);
  const caller = await app.callerFor(company);
  const asked = { leadIds: [capitals, lead.id], dryRun: true };
  const { leads } = await caller.followUps.startMany(asked);
  expect(leads.map(({ leadId }) => leadId)).toEqual([lead.id]);
  expect(leads[0]?.reason).not.toContain('not there');
});

test('a total too large for an estimate is refused at the length field, in the estimate, an option and the lead', async () => {
  const rich = await app.a.company();
  const dear = await app.a.material(rich, { premium_cents: 10_000_000 });
  const asking = await app.a.lead(rich);
  const caller = await app.callerFor(rich);
  await caller.pricing.updateBase({ basePriceCents: 10_000_000, gatePriceCents: 100_000_000 });
  const fence = { perimeter: 100_000, materialId: dear.id, gateCount: 100 };
  const option = { ...fence, label: 'Gold' };
  const fits = { ...fence, perimeter: 4_000 };
  const TOO_MUCH = 'The total would be over $999,999,999.99. Enter fewer feet';
  for (const [work, field] of [
    [() => caller.estimates.preview({ leadId: asking.id, ...fence }), 'perimeter'],
    [() => caller.estimates.send({ leadId: asking.id, ...fence }), 'perimeter'],
    [() => caller.estimates.preview({ leadId: asking.id, ...fits, options: [option] }), 'options.0.perimeter'],
    [() => caller.leads.update({ leadId: asking.id, ...fence }), 'perimeter'],
  ] as const)
    expect(await saidOf(work)).toMatchObject({ code: 'VALIDATION_FAILED', fields: { [field]: TOO_MUCH } });
  expect((await caller.estimates.preview({ leadId: asking.id, ...fits })).totalCents).toBe(90_000_000_000);
  // a lead is accepted even if the contractor's prices are this high
  const answer = await browser.fetch('/api/widget/v1/leads', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      contractorId: rich.contractor_id,
      name: 'Dana',
      email: 'dana@example.com',
      ...fence,
      idempotencyKey: 'a-very-long-fence',
      ticket: ticketOf(rich, app),
    }),
  });
  expect(answer.status).toBe(201);
  const { items } = await caller.leads.list({ sort: 'newest' });
  expect(items[0]).toMatchObject({ name: 'Dana', perimeter: 100_000, quoteCents: null });
});
