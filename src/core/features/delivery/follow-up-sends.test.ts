import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { DEFAULT_MESSAGES, DEFAULT_OFFERS } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { dueFollowUp, NOON, onlyFollowUp, type Given } from '../../../../test/due-follow-up.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());

test('a due follow-up has its tags filled, names the company and, the first time, says how to stop (C6)', async () => {
  const { company, phone } = await dueFollowUp(lab);
  await lab.drain(company);
  expect(lab.texts(phone).map((text) => text.text)).toEqual([
    `${company.name}: Hi Dana, about your fence for 118 Larkmeadow Ct, Boise, ID 83702: 184 ft for $1,702.08. Reply STOP to opt out.`,
  ]);
  const row = await onlyFollowUp(lab, company);
  expect(row).toMatchObject({ status: 'sent', attempts: 1, claimed_until: null });
  expect(row.provider_id).toMatch(/^SM/);
  const events = await lab.timeline(company);
  expect(events.map((event) => event.kind)).toEqual(['message_sent', 'status_changed']);
  expect(events[0]?.data).toMatchObject({ channel: 'sms', kind: 'Follow-up', step: 1 });
  const lead = await lab.app.deps.system
    .selectFrom('leads')
    .selectAll()
    .where('company_id', '=', company.id)
    .executeTakeFirstOrThrow();
  expect(lead).toMatchObject({ status: 'contacted', last_message_at: lab.app.clock.now() });
  const schedule = await lab.app.deps.system
    .selectFrom('follow_up_schedules')
    .select('status')
    .where('company_id', '=', company.id)
    .executeTakeFirst();
  expect(schedule?.status).toBe('done');
});

test('uses the newest estimate’s values, and doesn’t expand a name that looks like a tag', async () => {
  const { company, lead, phone } = await dueFollowUp(lab, {
    lead: { name: '{{estimate_amount}}' },
    row: { body: 'Hi {{name}}, {{total_feet}} for {{estimate_amount}}' },
  });
  await lab.app.a.estimate(company, lead, { perimeter_ft: 200.5, total_cents: 182_781 });
  await lab.drain(company);
  expect(lab.texts(phone)[0]?.text).toContain('Hi {{estimate_amount}}, 200.5 ft for $1,827.81');
});

test('an email contains the company, its postal address, the unsubscribe link and both one-click headers (C22, C24)', async () => {
  const { company, lead } = await dueFollowUp(lab, {
    row: { channel: 'email' },
    schedule: { channel: 'email' },
    consent: false,
  });
  await lab.drain(company);
  const [mail] = lab.mails(lead.email);
  expect(mail?.subject).toBe(`Your fence estimate from ${company.name}`);
  expect(mail?.text).toContain('Hi Dana, about your fence');
  const link = /http\S+\/unsubscribe\/\S+/.exec(mail?.text ?? '')?.[0];
  expect(link).toBeDefined();
  for (const part of [mail?.text, mail?.html]) expect(part).toContain('1 Main St, Boise, ID 83702');
  expect(mail?.headers).toMatchObject({
    'list-unsubscribe': `<${link}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'reply-to': company.email,
  });
  expect(mail?.headers?.['from']).toContain(company.name);
});

interface StopCase {
  name: string;
  reason: RegExp;
  given?: Given;
  before?: (at: { company: CompanyRow; lead: LeadRow; phone: string }) => Promise<unknown>;
}

const estimateIn =
  (status: 'accepted' | 'declined' | 'deposit_paid') =>
  ({ company, lead }: { company: CompanyRow; lead: LeadRow }) =>
    lab.app.a.estimate(company, lead, { status });

const stops: StopCase[] = [
  { name: 'an archived lead', reason: /archived/, given: { lead: { archived_at: new Date(NOON) } } },
  { name: 'a lead that paid', reason: /paid/, given: { lead: { status: 'paid' } } },
  { name: 'a lead marked lost', reason: /lost/, given: { lead: { outcome: 'lost' } } },
  { name: 'an accepted estimate', reason: /accepted/, before: estimateIn('accepted') },
  { name: 'a declined estimate', reason: /declined/, before: estimateIn('declined') },
  { name: 'a paid deposit', reason: /deposit/, before: estimateIn('deposit_paid') },
  { name: 'a reply since activation', reason: /replied/, given: { lead: { last_reply_at: new Date(NOON) } } },
  { name: 'no consent on file (C4)', reason: /No consent/, given: { consent: false } },
  { name: 'a number that can’t be texted', reason: /can’t text/, given: { lead: { phone: '+18005550100' } } },
  {
    name: 'no approved registration (C21)',
    reason: /registration/,
    given: { company: { sms_registration: 'pending' } },
  },
  { name: 'no subscription', reason: /subscription/, given: { company: { subscription: null } } },
  {
    name: 'expired free access',
    reason: /subscription/,
    given: { company: { subscription: { subscription_tier: 'free', subscription_end: new Date('2026-11-01') } } },
  },
  {
    name: 'more than 72 hours late (C17)',
    reason: /Too late/,
    given: { row: { due_at: new Date(Date.parse(NOON) - 73 * HOUR) } },
  },
  {
    name: 'an offer without written consent (C5)',
    reason: /written consent/,
    given: {
      consent: { method: 'verbal' },
      row: { body: DEFAULT_MESSAGES[2], offer: JSON.stringify(DEFAULT_OFFERS[2]) },
    },
  },
  {
    name: 'an email without a postal address (C22)',
    reason: /postal address/,
    given: { company: { postal_address: null }, row: { channel: 'email' } },
  },
  {
    name: 'an opt-out',
    reason: /Opted out by reply on Nov 16, 2026/,
    before: ({ company, phone }) =>
      lab.app.deps.system
        .insertInto('opt_outs')
        .values({
          company_id: company.id,
          channel: 'sms',
          address: phone,
          sender: null,
          source: 'reply',
          words: 'STOP',
          created_at: new Date(NOON),
          lifted_at: null,
        })
        .execute(),
  },
];

for (const { name, reason, given, before } of stops)
  test(`${name} prevents sending, and the contractor sees the reason`, async () => {
    const made = await dueFollowUp(lab, given);
    await before?.(made);
    await lab.drain(made.company);
    expect(lab.texts(made.lead.phone).concat(lab.mails(made.lead.email))).toEqual([]);
    const row = await onlyFollowUp(lab, made.company);
    expect(row.status).toBe('skipped');
    expect(row.reason).toMatch(reason);
    const skipped = (await lab.timeline(made.company)).find((event) => event.kind === 'message_skipped');
    expect(skipped?.data.reason).toBe(row.reason);
  });

test('verbal consent allows a text without an offer', async () => {
  const { company, phone } = await dueFollowUp(lab, { consent: { method: 'verbal' } });
  await lab.drain(company);
  expect(lab.texts(phone)).toHaveLength(1);
});

test('the third message’s offer ends seven days later, and the timeline records it (C30)', async () => {
  const { company, phone } = await dueFollowUp(lab, {
    row: { body: DEFAULT_MESSAGES[2], offer: JSON.stringify(DEFAULT_OFFERS[2]) },
  });
  await lab.drain(company);
  expect(lab.texts(phone)[0]?.text).toContain('good through Nov 23, 2026');
  expect((await lab.timeline(company))[0]?.data).toMatchObject({ offer: { percent: 10 }, offerEnds: 'Nov 23, 2026' });
});

test('each step’s email has its own subject, without the estimate’s tags', async () => {
  const subjects: (string | undefined)[] = [];
  for (const step of [1, 2, 3, 4, 5]) {
    const { company, lead } = await dueFollowUp(lab, { row: { channel: 'email', step, day: step } });
    await lab.drain(company);
    subjects.push(lab.mails(lead.email)[0]?.subject?.replace(company.name, '…'));
  }
  expect(new Set(subjects).size).toBe(5);
  for (const subject of subjects) expect(subject).toMatch(/…/);
});
