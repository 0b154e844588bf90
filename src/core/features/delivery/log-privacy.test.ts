import { afterAll, beforeAll, expect, test } from 'vitest';
import { unsubscribeToken } from '#core/platform/secrets.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { NOON } from '../../../../test/due-follow-up.ts';
import { reconcileTexts } from '../inbox/reconcile-texts.ts';

let lab: DeliveryLab;
let log = '';
beforeAll(async () => {
  lab = await startDeliveryLab({
    now: NOON,
    env: { LOG_LEVEL: 'trace' },
    timings: { sendLeaseMs: 300 },
    log: { write: (line) => (log += line) },
  });
});
afterAll(() => lab.close());

const PERSON = {
  name: 'Philippa Quarrington',
  email: 'philippa.quarrington@example.com',
  phone: '+12085557713',
  address: '4417 Bramblewick Hollow, Boise, ID 83702',
};
const BODY = 'Your palisade awaits, {{name}}';

test('never logs names, contact details, message texts or tokens, whatever fails', async () => {
  const { a, clock } = lab.app;
  const company = await a.company({ name: 'Zebedee Fencing' });
  const lead = await a.lead(company, PERSON);
  await a.consent(company, lead);
  const schedule = await a.schedule(company, lead, {
    channel: 'both',
    activated_at: new Date(clock.now().getTime() - DAY),
  });
  for (const channel of ['sms', 'email'] as const) await a.followUp(schedule, { channel, body: BODY });
  const faults = lab.sandbox.faults;
  const drains = async (mode: 'http500' | 'http429' | 'drop_after_accept' | 'reject') => {
    for (const provider of ['twilio', 'smtp'] as const) faults.set(provider, mode, 1);
    await lab.app.deps.system
      .updateTable('follow_up_messages')
      .set({ status: 'scheduled', due_at: clock.now(), provider_id: null, claimed_until: null })
      .where('company_id', '=', company.id)
      .execute();
    await lab.drain(company);
  };
  await drains('http500');
  await drains('http429');
  await drains('drop_after_accept');
  // The worker queries Twilio about the text, and Twilio doesn't answer.
  faults.set('twilio', 'http500', 1);
  await expect.poll(() => lab.drain(company).then(() => log), { timeout: 5_000 }).toContain("Twilio doesn't answer");
  await drains('reject');
  // Input from outside: links with tokens, replies and callbacks.
  const token = unsubscribeToken(lead.id, lab.app.config.APP_SECRET);
  await lab.app.browser().fetch(`/unsubscribe/${token}`);
  await lab.app.browser().fetch(`/estimate/${token}?name=${PERSON.name}`);
  await lab.reply(PERSON.phone, `STOP, says ${PERSON.name}`);
  const { tally, texts } = lab.deps;
  const gate = { closedChannels: () => Promise.resolve([]) };
  clock.advance(2 * DAY);
  await reconcileTexts({ ...lab.app.deps, texts, tally, gate, stopping: () => false });

  const lines = log.trim().split('\n');
  expect(lines.length).toBeGreaterThan(10);
  for (const word of [
    "didn't take a message",
    'refused a message',
    'is unknown',
    'asked Twilio',
    '/unsubscribe/:token',
  ])
    expect(log).toContain(word);
  const secrets = [
    'Philippa',
    'Quarrington',
    'quarrington@',
    '2085557713',
    'Bramblewick',
    'palisade',
    'Zebedee',
    token,
  ];
  for (const secret of secrets) expect(lines.filter((line) => line.includes(secret))).toEqual([]);
});
