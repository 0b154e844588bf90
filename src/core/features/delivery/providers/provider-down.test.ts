import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { drainMessages } from '#core/features/delivery/drain.ts';
import type { ProviderStateRow } from '#core/features/delivery/delivery.table.ts';
import type { ProviderAnswer } from '#core/platform/provider-answer.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../../test/delivery.ts';
import { dueFollowUp, newPhone, NOON, onlyFollowUp } from '../../../../../test/due-follow-up.ts';
import { findDueTurns } from '../../../../worker/features/delivery/due.sweep.ts';
import { raiseAlerts } from '../../admin/alerts.ts';
import { createProviderGate, type ProviderGate } from './breaker.ts';
import { SERVICE_DOWN } from '../../permission/waiting-reasons.ts';
import { endPause } from './provider-states.repository.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab({ env: { ADMIN_EMAILS: 'ops@picket.test, boss@picket.test' } });
});
afterAll(() => lab.close());

type Worker = DeliveryLab['deps'] & { gate: ProviderGate; asked: number };
/** Creates a separate worker with these Twilio answers. The worker reads the providers' states only from Postgres. */
const worker = (answer?: () => ProviderAnswer): Worker => {
  const { system, logger, texts, mails } = lab.deps;
  const gate = createProviderGate({ system, logger }, { believeMs: 0 });
  const made: Worker = { ...lab.deps, gate, asked: 0, texts, mails };
  made.texts = gate.texts({
    ...lab.gateways.texts,
    send: (text) => {
      made.asked += 1;
      return answer ? Promise.resolve(answer()) : lab.gateways.texts.send(text);
    },
  });
  made.mails = gate.mails(lab.gateways.mails);
  return made;
};
const down = (): ProviderAnswer => ({ kind: 'passing', code: '20500', detail: '' });

const stateOf = async (provider: 'twilio' | 'smtp' = 'twilio'): Promise<ProviderStateRow> =>
  lab.app.deps.system
    .selectFrom('provider_states')
    .selectAll()
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow();

/** Creates a company with this many due texts to different people, a second apart. */
async function dueTexts(count: number) {
  lab.app.clock.set(NOON);
  const { a } = lab.app;
  const company = await a.company();
  for (let n = 0; n < count; n += 1) {
    const lead = await a.lead(company, { phone: newPhone() });
    await a.consent(company, lead);
    const schedule = await a.schedule(company, lead, { activated_at: new Date(Date.parse(NOON) - DAY) });
    await a.followUp(schedule, { due_at: new Date(Date.parse(NOON) - (count - n) * 1_000) });
  }
  return company;
}
const byDue = (rows: { due_at: Date | null }[]) =>
  rows.map(({ due_at }) => due_at?.getTime() ?? 0).toSorted((a, b) => a - b);

beforeEach(async () => {
  await lab.app.deps.system
    .updateTable('provider_states')
    .set({
      failures: 0,
      opened_at: null,
      open_until: null,
      pauses: 0,
      cause: null,
      code: null,
      probe_until: null,
      failed_for: null,
      alerted_at: null,
    })
    .execute();
});

test('five failures pause a provider for all workers, and its messages wait in order without using attempts (T8)', async () => {
  const company = await dueTexts(20);
  const due = byDue(await lab.followUps(company));
  const first = worker(down);
  await drainMessages(first, company.id);
  expect(await stateOf()).toMatchObject({ cause: 'failing', code: '20500', openings: 1 });
  const rows = await lab.followUps(company);
  // Messages sent at the same time may also have failed, but no later messages.
  expect(first.asked).toBeGreaterThanOrEqual(5);
  expect(first.asked).toBeLessThan(15);
  const untried = rows.filter(({ attempts }) => attempts === 0);
  expect(untried.length).toBe(20 - first.asked);
  expect(due).toEqual(expect.arrayContaining(byDue(untried.filter(({ reason }) => reason === SERVICE_DOWN.sms))));
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['scheduled']));

  // The contractor sees why messages that haven't been attempted are waiting.
  const lead = untried[0]?.lead_id ?? '';
  const { steps } = await (await lab.app.callerFor(company)).followUps.get({ leadId: lead });
  expect(steps[0]?.messages[0]).toMatchObject({ status: 'scheduled', reason: SERVICE_DOWN.sms });

  const second = worker();
  await drainMessages(second, company.id);
  expect(second.asked).toBe(0);
  const sweep = async () =>
    findDueTurns(lab.app.deps.system, {
      now: lab.app.clock.now(),
      closed: await second.gate.closedChannels(),
    }).then((turns) => turns.map(({ owner }) => owner));
  expect(await sweep()).not.toContain(company.id);

  // Emails are still sent.
  const mailed = await dueFollowUp(lab, { row: { channel: 'email' }, schedule: { channel: 'email' } });
  await drainMessages(second, mailed.company.id);
  expect(await onlyFollowUp(lab, mailed.company)).toMatchObject({ status: 'sent' });

  // The pause is over: one message is sent as a probe. The probe uses an attempt, because Twilio answered.
  await endPause(lab.app.deps.system, 'twilio');
  expect(await sweep()).toContain(company.id);
  const trying = worker(down);
  await drainMessages(trying, company.id);
  expect(trying.asked).toBe(1);
  const triedBy = async () => (await lab.followUps(company)).filter(({ attempts }) => attempts === 0).length;
  expect(await triedBy()).toBe(untried.length - 1);
  expect((await stateOf()).pauses).toBe(1);

  // A failed connection uses no attempt.
  await endPause(lab.app.deps.system, 'twilio');
  const alone = worker(() => ({ kind: 'passing', code: 'ECONNREFUSED', detail: '' }));
  await drainMessages(alone, company.id);
  expect(alone.asked).toBe(1);
  expect(await triedBy()).toBe(untried.length - 1);
  expect((await lab.followUps(company)).filter(({ reason }) => reason?.includes('isn’t responding'))).not.toEqual([]);

  // The provider is available again: one successful probe resumes all texts.
  await endPause(lab.app.deps.system, 'twilio');
  const well = worker();
  lab.app.clock.advance(DAY / 24);
  expect(await drainMessages(well, company.id)).toBe(true);
  await drainMessages(well, company.id);
  expect(new Set((await lab.followUps(company)).map(({ status }) => status))).toEqual(new Set(['sent']));
  expect(await stateOf()).toMatchObject({ opened_at: null, failures: 0, openings: 1 });
}, 60_000);

test('a text that always makes Twilio fail uses up only its own attempts (T8)', async () => {
  const company = await dueTexts(1);
  const choking = worker(down);
  for (let tries = 0; tries < 8; tries += 1) {
    await drainMessages(choking, company.id);
    const [row] = await lab.followUps(company);
    if (row?.due_at) lab.app.clock.set(row.due_at.toISOString());
  }
  expect(choking.asked).toBe(8);
  expect(await lab.followUps(company)).toMatchObject([{ status: 'failed', attempts: 8 }]);
  expect(await stateOf()).toMatchObject({ opened_at: null, failures: 1 });
});

test('a refused sender pauses all email, without using attempts or counting as bounces', async () => {
  const { company } = await dueFollowUp(lab, { row: { channel: 'email' }, schedule: { channel: 'email' } });
  const { system } = lab.app.deps;
  const refused = worker();
  const answer = { kind: 'passing', code: '550', detail: '550 5.2.2 over quota', about: 'account' } as const;
  refused.mails = refused.gate.mails({ ...lab.gateways.mails, send: () => Promise.resolve(answer) });
  await drainMessages(refused, company.id);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'scheduled', attempts: 0 });
  expect(await stateOf('smtp')).toMatchObject({ cause: 'account', code: '550' });
  expect(await system.selectFrom('mail_bounces').where('company_id', '=', company.id).selectAll().execute()).toEqual(
    [],
  );
});

test('two workers share one probe', async () => {
  const company = await dueTexts(6);
  await drainMessages(worker(down), company.id);
  lab.app.clock.advance(DAY / 24);
  await endPause(lab.app.deps.system, 'twilio');
  const [one, other] = [worker(down), worker(down)];
  await Promise.all([drainMessages(one, company.id), drainMessages(other, company.id)]);
  expect(one.asked + other.asked).toBe(1);
});

test('the probe skips companies without a sendable email', async () => {
  const past = new Date(Date.now() - 1_000);
  await lab.app.deps.system
    .updateTable('provider_states')
    .set({ opened_at: past, open_until: past, cause: 'failing', code: '421' })
    .where('provider', '=', 'smtp')
    .execute();
  const texts = await dueTexts(1);
  const byMail = { row: { channel: 'email' }, schedule: { channel: 'email' } } as const;
  const unsubscribed = await dueFollowUp(lab, byMail);
  await lab.app.deps.system
    .insertInto('opt_outs')
    .values({
      company_id: unsubscribed.company.id,
      channel: 'email',
      address: unsubscribed.lead.email,
      source: 'unsubscribe',
      created_at: new Date(NOON),
    })
    .execute();
  const mail = await dueFollowUp(lab, byMail);
  for (const company of [texts, unsubscribed.company]) await drainMessages(worker(), company.id);
  await drainMessages(worker(), 'platform');
  expect((await onlyFollowUp(lab, unsubscribed.company)).status).toBe('skipped');
  expect(await stateOf('smtp')).toMatchObject({ probe_until: null });
  await drainMessages(worker(), mail.company.id);
  expect((await onlyFollowUp(lab, mail.company)).status).toBe('sent');
  expect(await stateOf('smtp')).toMatchObject({ opened_at: null });
});

test('refused credentials pause a provider at once, use no attempts, and notify the admins (T9)', async () => {
  const company = await dueTexts(12);
  const refused = worker(() => ({ kind: 'passing', code: '20003', detail: 'Authenticate' }));
  await drainMessages(refused, company.id);
  const state = await stateOf();
  expect(state).toMatchObject({ cause: 'account', code: '20003' });
  expect((state.open_until?.getTime() ?? 0) - (state.opened_at?.getTime() ?? 0)).toBe(300_000);
  expect((await lab.followUps(company)).map(({ status, attempts }) => [status, attempts])).toEqual(
    Array.from({ length: 12 }, () => ['scheduled', 0]),
  );
  await Promise.all([raiseAlerts(lab.app.deps), raiseAlerts(lab.app.deps)]);
  expect(lab.app.enqueued).toContain('platform');
  await lab.drainPlatform();
  for (const admin of ['ops@picket.test', 'boss@picket.test']) {
    const alerts = lab.mails(admin).filter(({ subject }) => subject?.includes('refuses our sign-in'));
    expect(alerts).toHaveLength(1);
    expect(alerts[0]?.text).toContain('20003');
  }
});

test('an outage is reported once, after a minute, and a mail server outage isn’t emailed', async () => {
  const { system } = lab.app.deps;
  const told = async () =>
    (await system.selectFrom('messages').select('dedupe_key').where('kind', '=', 'admin.alert').execute()).length;
  const before = await told();
  const open = (provider: 'twilio' | 'smtp', secondsAgo: number) => {
    const since = new Date(Date.now() - secondsAgo * 1_000);
    return system
      .updateTable('provider_states')
      .set({ opened_at: since, open_until: since, cause: 'failing', code: 'ETIMEDOUT' })
      .where('provider', '=', provider)
      .execute();
  };
  await open('twilio', 30);
  await open('smtp', 90);
  await raiseAlerts(lab.app.deps);
  expect(await told()).toBe(before);
  expect((await stateOf('smtp')).alerted_at).not.toBeNull();
  await open('twilio', 90);
  await raiseAlerts(lab.app.deps);
  await raiseAlerts(lab.app.deps);
  expect(await told()).toBe(before + 2);
});
