import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyRow, LeadRow } from '#core/platform/db/tables.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../test/caller.ts';

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

/** What Postgres refuses in text, and in jsonb. */
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

test('texts that Postgres could not keep are kept without what it refuses', async () => {
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
  expect((await caller.leads.timeline({ leadId: lead.id })).items.map(({ data }) => data['text'])).toContain(KEPT);
});

test('a place in a list in the year 0 is no place, not a fault of ours', async () => {
  const cursor = Buffer.from(JSON.stringify(['0000-01-01T00:00:00.000000Z', lead.id])).toString('base64url');
  for (const [path, input] of [
    ['leads.list', { cursor }],
    ['leads.timeline', { leadId: lead.id, cursor }],
  ] as const) {
    const answer = await browser.fetch(`/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`);
    expect(answer.status).toBe(422);
  }
});

test('an address that cannot be read is a bad request', async () => {
  expect((await browser.fetch('/trpc/%ff')).status).toBe(400);
});
