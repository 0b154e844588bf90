import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTally } from '#core/platform/counters.ts';
import { readOverview } from '#core/features/admin/queue-health.ts';
import { beat } from '#core/features/delivery/heartbeat.ts';
import { DAY, HOUR, MINUTE } from '#shared/primitives/durations.ts';
import { startTestApp, type TestApp } from '../../../test/caller.ts';
import { plansOf } from '../../../test/plans.ts';
import { renderMetrics } from './metrics.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-16T19:00:00.000Z' });
  const { a, clock, deps } = app;
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  const company = await a.company({ name: 'Zebedee Fencing' });
  const schedule = await a.schedule(company, await a.lead(company));
  await a.followUp(schedule, { step: 1, channel: 'sms', due_at: before(MINUTE) });
  await a.followUp(schedule, { step: 2, channel: 'sms', due_at: before(HOUR) });
  await a.followUp(schedule, { step: 3, channel: 'sms', due_at: new Date(clock.now().getTime() + HOUR) });
  await a.followUp(schedule, { step: 1, channel: 'email', status: 'unknown', due_at: before(HOUR) });
  // failures older than a week aren't counted
  await a.followUp(schedule, { step: 4, channel: 'sms', status: 'failed', due_at: before(8 * DAY) });
  await a.followUp(schedule, { step: 5, channel: 'sms', status: 'failed', due_at: before(6 * DAY) });
  await a.followUp(schedule, { step: 2, channel: 'email', status: 'delivered' });
  const tally = createTally(deps.system);
  const other = createTally(deps.system);
  tally.add('picket_messages_sent_total', { channel: 'sms' }, 40);
  tally.observe('picket_message_lateness_seconds', { channel: 'sms' }, 20, [1, 5, 15, 60]);
  other.add('picket_messages_sent_total', { channel: 'sms' }, 2);
  await Promise.all([tally.flush(), other.flush()]);
  await tally.flush();
  await beat(deps.system, '00000000-0000-7000-8000-000000000001');
  await beat(deps.system, '00000000-0000-7000-8000-000000000001');
  await deps.system
    .updateTable('provider_states')
    .set({ opened_at: new Date(), open_until: new Date(), cause: 'account', code: '20003', openings: 3 })
    .where('provider', '=', 'twilio')
    .execute();
});
afterAll(() => app.close());

test('the figures show due messages and their delay, message outcomes, and running workers', async () => {
  const lines = (await renderMetrics(app.deps)).split('\n');
  expect(await readOverview(app.deps)).toMatchObject({ failedMessages: 1, unknownMessages: 1 });
  for (const line of [
    'picket_messages_due{kind="follow_up",channel="sms"} 2',
    'picket_messages_due{kind="follow_up",channel="email"} 0',
    'picket_messages_oldest_due_seconds{kind="follow_up",channel="sms"} 3600',
    'picket_messages{kind="follow_up",channel="email",status="unknown"} 1',
    'picket_messages{kind="follow_up",channel="sms",status="failed"} 1',
    'picket_messages_sent_total{channel="sms"} 42',
    'picket_messages_failed_total{channel="email"} 0',
    'picket_message_lateness_seconds_bucket{channel="sms",le="15"} 0',
    'picket_message_lateness_seconds_bucket{channel="sms",le="60"} 1',
    'picket_message_lateness_seconds_bucket{channel="sms",le="+Inf"} 1',
    'picket_message_lateness_seconds_sum{channel="sms"} 20',
    'picket_provider_up{provider="twilio"} 0',
    'picket_provider_up{provider="smtp"} 1',
    'picket_provider_account_fault{provider="twilio"} 1',
    'picket_provider_openings_total{provider="twilio"} 3',
    'picket_queue_up{queue="texts",store="postgres"} 1',
    'picket_queue_up{queue="mails",store="postgres"} 1',
    'picket_workers_alive 1',
  ])
    expect(lines).toContain(line);
  // in the Prometheus format, each family is named once and each sample is 'name{labels} number'
  const families = lines.filter((line) => line.startsWith('# TYPE')).map((line) => line.split(' ')[2]);
  expect(new Set(families).size).toBe(families.length);
  for (const line of lines.filter((each) => each !== '' && !each.startsWith('#')))
    expect(line).toMatch(/^[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [\d.e+-]+$/);
  expect(lines.join('\n')).not.toMatch(/Zebedee|example\.com|\+1208/);
});

test('no figure scans a message table', async () => {
  const plans = await plansOf(app, (system) => renderMetrics({ ...app.deps, system }));
  expect(plans.length).toBeGreaterThan(5);
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (follow_up_messages|messages)/);
});
