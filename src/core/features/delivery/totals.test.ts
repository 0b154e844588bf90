import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE } from '#shared/primitives/durations.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { dueFollowUp, onlyFollowUp } from '../../../../test/due-follow-up.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import { drainMessages } from './drain.ts';
import { MAX_ATTEMPTS } from './retry.rules.ts';
import { adminAlert } from '../admin/messages/admin-alert.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(async () => {
  await lab.deps.tally.flush();
  await lab.deps.system.deleteFrom('counters').execute();
});

/** Returns the messages counted since the test began, by keys like 'sent sms'. */
async function counted(): Promise<Record<string, number>> {
  await lab.deps.tally.flush();
  const totals = await lab.deps.system.selectFrom('counters').selectAll().execute();
  return Object.fromEntries(
    totals.flatMap(({ name, labels, value }) => {
      const what = /^picket_messages_(\w+)_total$/.exec(name)?.[1];
      return what === undefined ? [] : [[`${what} ${/channel="(\w+)"/.exec(labels)?.[1] ?? ''}`, value]];
    }),
  );
}

const dead = { claimed_until: new Date('2020-01-01') };
const changeRows = (company: CompanyRow, change: object) =>
  lab.deps.system.updateTable('follow_up_messages').set(change).where('company_id', '=', company.id).execute();

const MAIL = { row: { channel: 'email' }, schedule: { channel: 'email' } } as const;

test('counts sent messages, retries, and messages that failed after their last try', async () => {
  const [sent, mailed, failed] = [await dueFollowUp(lab), await dueFollowUp(lab, MAIL), await dueFollowUp(lab)];
  await lab.drain(sent.company);
  await lab.drain(mailed.company);
  await changeRows(failed.company, { attempts: MAX_ATTEMPTS - 2 });
  lab.sandbox.faults.set('twilio', 'http500', 2);
  await lab.drain(failed.company);
  expect(await counted()).toEqual({ 'sent sms': 1, 'sent email': 1, 'retried sms': 1 });
  await changeRows(failed.company, { due_at: lab.app.clock.now() });
  await lab.drain(failed.company);
  expect(await onlyFollowUp(lab, failed.company)).toMatchObject({ status: 'failed' });
  expect(await counted()).toEqual({ 'sent sms': 1, 'sent email': 1, 'retried sms': 1, 'failed sms': 1 });
});

test('a dead worker’s email counts as unknown, but a text that Twilio has counts as sent', async () => {
  const [mail, text] = [await dueFollowUp(lab, MAIL), await dueFollowUp(lab)];
  await changeRows(mail.company, { ...dead, status: 'sending', sending_at: lab.app.clock.now(), attempts: 1 });
  await lab.drain(mail.company);
  lab.sandbox.faults.set('twilio', 'drop_after_accept', 1);
  await lab.drain(text.company);
  expect(await counted()).toEqual({ 'unknown email': 1 });
  await changeRows(text.company, dead);
  await lab.drain(text.company);
  expect(await onlyFollowUp(lab, text.company)).toMatchObject({ status: 'sent' });
  expect(await counted()).toEqual({ 'unknown email': 1, 'sent sms': 1 });
});

test('a text known only from its callbacks is counted as sent and delivered once', async () => {
  const { company, phone } = await dueFollowUp(lab);
  const { id } = await onlyFollowUp(lab, company);
  lab.sandbox.faults.set('twilio', 'drop_after_accept', 1);
  await lab.drain(company);
  const form = { MessageSid: lab.texts(phone)[0]?.sid ?? '', MessageStatus: 'delivered' };
  for (let times = 0; times < 2; times += 1) await lab.twilioPosts(`/webhooks/twilio/status?m=${id}`, form);
  expect(await counted()).toEqual({ 'sent sms': 1, 'delivered sms': 1 });
});

test('messages waiting for a provider that’s down count as held', async () => {
  const { company } = await dueFollowUp(lab);
  const send = () => Promise.resolve({ kind: 'held', asked: true } as const);
  await drainMessages({ ...lab.deps, texts: { ...lab.deps.texts, send } }, company.id);
  expect(await counted()).toEqual({ 'held sms': 1 });
});

test('platform emails are counted like all others', async () => {
  const at = lab.app.clock.now();
  const alert = { what: 'texts-paused', company: 'Fences', code: '30034' } as const;
  const due = { companyId: null, leadId: null, kind: adminAlert, channel: 'email', payload: alert, at } as const;
  const enqueue = (to: string) => lab.deps.system.transaction().execute((tx) => enqueueMessage(tx, { ...due, to }));
  await enqueue('died@picket.test');
  await lab.deps.system
    .updateTable('messages')
    .set({ ...dead, status: 'sending', attempts: 1, sending_at: at })
    .where('company_id', 'is', null)
    .execute();
  await enqueue('ops@picket.test');
  lab.sandbox.faults.set('smtp', 'http500', 1);
  await lab.drainPlatform();
  lab.app.clock.advance(MINUTE);
  await lab.drainPlatform();
  // The mail server was busy for one email. The other email is resent once.
  expect(await counted()).toEqual({ 'retried email': 2, 'sent email': 2 });
});
