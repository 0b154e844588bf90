import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { MessageStatus } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { DAY, HOUR, MINUTE } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { dueFollowUp, NOON, onlyFollowUp } from '../../../../test/due-follow-up.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import type { Actor } from './audit.ts';
import { listFailures } from './message-failures.ts';
import { dismissMessage, retryMessage } from './retry-message.ts';
import { listStripeFailures, retryStripeEvent } from './stripe-failures.ts';
import { leadNotice } from '../leads/messages/lead-messages.ts';

let lab: DeliveryLab;
let by: Actor;

beforeAll(async () => {
  lab = await startDeliveryLab();
  const user = await lab.app.a.user({ email: 'robin@picket.test' }, ['admin']);
  by = { userId: user.id, email: user.email, ip: '127.0.0.1' };
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.sandbox.faults.set('twilio', 'none', null);
  lab.sandbox.faults.set('smtp', 'none', null);
});

const retry = (id: string): Promise<boolean> => retryMessage(lab.app.deps, by, id);
const acts = () =>
  lab.app.deps.system.selectFrom('audit_log').select(['action', 'subject_id', 'before', 'after']).execute();
const actsOn = async (id: string) => (await acts()).filter((act) => act.subject_id === id);

/** Creates a follow-up that Twilio refused. */
async function refused() {
  const given = await dueFollowUp(lab);
  lab.sandbox.faults.set('twilio', 'reject', null);
  await lab.drain(given.company);
  lab.sandbox.faults.set('twilio', 'none', null);
  const row = await onlyFollowUp(lab, given.company);
  expect(row.status).toBe('failed');
  return { ...given, row };
}

test('an email refused by the mail server is sent once after a retry', async () => {
  const { company, lead } = await dueFollowUp(lab, {
    schedule: { channel: 'email' },
    row: { channel: 'email', body: 'Hi {{name}}' },
  });
  lab.sandbox.faults.set('smtp', 'reject', null);
  await lab.drain(company);
  lab.sandbox.faults.set('smtp', 'none', null);
  const { items } = await failuresOf(company);
  expect(items).toMatchObject([{ channel: 'email', status: 'failed', lead: lead.name, noRetry: null }]);
  expect(await retry(items[0]?.id ?? '')).toBe(true);
  await lab.drain(company);
  expect(lab.mails(lead.email)).toHaveLength(1);
});

const failuresOf = (company: CompanyRow) => listFailures(lab.app.deps, { companyId: company.id });

describe('a message that certainly wasn’t sent', () => {
  test('is listed with the reason, and sent once after a logged retry', async () => {
    const { company, phone, row } = await refused();
    const { items } = await failuresOf(company);
    expect(items).toMatchObject([
      { id: row.id, what: 'Follow-up 1', status: 'failed', company: { id: company.id }, to: phone, noRetry: null },
    ]);
    expect(items[0]?.reason).toBe(row.reason);
    expect(await retry(row.id)).toBe(true);
    await lab.drain(company);
    expect((await onlyFollowUp(lab, company)).status).toBe('sent');
    expect(lab.texts(phone)).toHaveLength(1);
    expect((await failuresOf(company)).items).toEqual([]);
    expect(await actsOn(row.id)).toEqual([
      {
        action: 'message.retried',
        subject_id: row.id,
        before: { status: 'failed', reason: row.reason, attempts: 1 },
        after: { status: 'scheduled' },
      },
    ]);
  });

  test('two concurrent retries send one text and write one log entry', async () => {
    const { company, phone, row } = await refused();
    const answers = await Promise.all([retry(row.id), retry(row.id), retry(row.id)]);
    expect(answers.filter(Boolean)).toHaveLength(1);
    await Promise.all([lab.drain(company), lab.drain(company)]);
    expect(lab.texts(phone)).toHaveLength(1);
    expect(await actsOn(row.id)).toHaveLength(1);
    await expect(retry(row.id)).rejects.toThrow(/didn’t fail: it’s sent/);
  });

  test('is checked again before sending: a person who opted out gets nothing', async () => {
    const { company, phone, row } = await refused();
    await lab.reply(phone, 'STOP');
    await retry(row.id);
    await lab.drain(company);
    const after = await onlyFollowUp(lab, company);
    expect(['skipped', 'cancelled']).toContain(after.status);
    expect(lab.texts(phone).filter(({ text }) => text.includes('about your fence'))).toEqual([]);
  });

  test('isn’t sent if it’s more than 72 hours late (C17)', async () => {
    const { company, row } = await refused();
    lab.app.clock.set(new Date(Date.parse(NOON) + 3 * DAY + HOUR));
    expect((await failuresOf(company)).items[0]?.noRetry).toMatch(/72 hours/);
    await expect(retry(row.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await actsOn(row.id)).toEqual([]);
  });

  test('is also resent if it isn’t a follow-up', async () => {
    lab.app.clock.set(NOON);
    const company = await lab.app.a.company();
    await lab.app.deps.system
      .insertInto('messages')
      .values({
        company_id: company.id,
        kind: 'feedback.received',
        channel: 'email',
        to_address: 'support@picket.test',
        payload: JSON.stringify({ category: 'Idea', subject: 'Gates', message: 'By width, please.' }),
        due_at: lab.app.clock.now(),
        created_at: lab.app.clock.now(),
        status: 'failed',
        reason: 'The email was refused',
      })
      .execute();
    const { items } = await failuresOf(company);
    expect(items).toMatchObject([{ what: 'Feedback', channel: 'email', to: 'support@picket.test', noRetry: null }]);
    await retry(items[0]?.id ?? '');
    await lab.drain(company);
    const [mail] = lab.mails('support@picket.test');
    expect(mail).toMatchObject({ subject: 'Feedback (Idea): Gates' });
    expect(mail?.text).toContain('From: Anonymous');
    expect(mail?.text).toContain('By width, please.');
  });
});

describe('a message that may have been sent is never retried by an admin', () => {
  const withStatus = async (status: MessageStatus, more: object = {}) => {
    const given = await dueFollowUp(lab, { row: { status, ...more } });
    return { ...given, row: await onlyFollowUp(lab, given.company) };
  };

  test.each([
    ['unknown', {}, /Only the contractor can (?:resend|decide)/],
    ['sending', { claimed_until: new Date('2099-01-01') }, /being sent right now/],
    ['sent', { provider_id: 'SM1', sent_at: new Date(NOON) }, /didn’t fail/],
    ['failed', { provider_id: 'SM2', sent_at: new Date(NOON) }, /provider accepted/],
  ] as const)('%s is refused with the reason', async (status, more, why) => {
    const { company, phone, row } = await withStatus(status, more);
    await expect(retry(row.id)).rejects.toThrow(why);
    await lab.drain(company);
    expect((await onlyFollowUp(lab, company)).status).toBe(status);
    expect(lab.texts(phone)).toEqual([]);
    expect(await actsOn(row.id)).toEqual([]);
  });

  test('not even if its last attempt failed after an earlier unconfirmed attempt', async () => {
    const { company, phone, row } = await withStatus('failed');
    await lab.app.deps.system
      .insertInto('message_attempts')
      .values({
        message_id: row.id,
        company_id: company.id,
        at: lab.app.clock.now(),
        to_address: phone,
        status: 'unknown',
        provider_id: null,
      })
      .execute();
    await expect(retry(row.id)).rejects.toThrow(/earlier attempt/);
    expect((await failuresOf(company)).items[0]?.noRetry).toMatch(/earlier attempt/);
  });

  test('and can’t be dismissed by an admin, because the contractor decides', async () => {
    const { company, row } = await withStatus('unknown');
    expect((await failuresOf(company)).items[0]).toMatchObject({ dismissable: false });
    await expect(dismissMessage(lab.app.deps, by, row.id)).rejects.toThrow(/Only the contractor can (?:resend|decide)/);
  });

  test('an unknown id isn’t found', async () => {
    await expect(retry('019aa000-0000-7000-8000-000000000000')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('failures of both tables are listed in one order, by page and by status', async () => {
  lab.app.clock.set(NOON);
  const company = await lab.app.a.company();
  for (let made = 0; made < 20; made += 1) {
    const at = new Date(Date.parse(NOON) - made * HOUR);
    const lead = await lab.app.a.lead(company, { phone: null });
    const schedule = await lab.app.a.schedule(company, lead);
    await lab.app.a.followUp(schedule, { channel: 'email', status: made % 2 ? 'failed' : 'unknown', due_at: at });
    await lab.app.deps.system
      .insertInto('messages')
      .values({
        company_id: company.id,
        kind: 'lead.notice',
        channel: 'email',
        to_address: 'a@example.com',
        due_at: new Date(at.getTime() - 1),
        created_at: at,
        status: 'failed',
      })
      .execute();
  }
  const first = await failuresOf(company);
  const rest = await listFailures(lab.app.deps, { companyId: company.id, cursor: first.nextCursor ?? '' });
  const all = [...first.items, ...rest.items];
  expect(rest.nextCursor).toBeNull();
  expect(new Set(all.map(({ id }) => id)).size).toBe(40);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  const unknown = await listFailures(lab.app.deps, { companyId: company.id, status: 'unknown' });
  expect(unknown.items).toHaveLength(10);
});

describe('an unconfirmed notice to the contractor', () => {
  /** Makes the mail server drop the connection this many times after it has received the notice's content. */
  async function dropped(times: number) {
    const { company, lead } = await dueFollowUp(lab, { row: { due_at: new Date('2030-01-01') } });
    const to = company.email;
    await lab.app.deps.system.transaction().execute((tx) =>
      enqueueMessage(tx, {
        companyId: company.id,
        leadId: lead.id,
        kind: leadNotice,
        channel: 'email',
        to,
        payload: {},
        at: lab.app.clock.now(),
      }),
    );
    for (let time = 0; time < times; time += 1) {
      lab.sandbox.faults.set('smtp', 'drop_after_accept', 1);
      await lab.drain(company);
      lab.app.clock.advance(MINUTE);
    }
    const notice = async () => {
      const [row] = await lab.otherMessages(company);
      if (!row) throw new Error('no notice');
      return row;
    };
    return { company, to, notice };
  }

  test('is resent once automatically, with the same Message-ID', async () => {
    const { company, to, notice } = await dropped(1);
    expect(await notice()).toMatchObject({ status: 'scheduled', reason: expect.stringMatching(/once more/) as string });
    await lab.drain(company);
    expect(await notice()).toMatchObject({ status: 'sent', attempts: 2, reason: null });
    const mails = lab.mails(to);
    expect(new Set(mails.map(({ headers }) => headers?.['message-id'])).size).toBe(1);
  });

  test('can be retried or dismissed by an admin after the second dropped connection', async () => {
    const { company, to, notice } = await dropped(2);
    const { id, reason } = await notice();
    expect((await failuresOf(company)).items).toMatchObject([
      { id, status: 'unknown', noRetry: null, dismissable: true },
    ]);
    expect(await retry(id)).toBe(true);
    await lab.drain(company);
    expect(await notice()).toMatchObject({ status: 'sent' });
    expect(lab.mails(to)).toHaveLength(3);
    expect(await actsOn(id)).toMatchObject([{ action: 'message.retried', before: { status: 'unknown', reason } }]);

    const other = await dropped(2);
    const row = await other.notice();
    const left = await Promise.all([
      dismissMessage(lab.app.deps, by, row.id),
      dismissMessage(lab.app.deps, by, row.id),
    ]);
    expect(left.filter(Boolean)).toHaveLength(1);
    expect((await failuresOf(other.company)).items).toEqual([]);
    expect(await actsOn(row.id)).toMatchObject([{ action: 'message.dismissed', after: { status: 'cancelled' } }]);
    await expect(retry(row.id)).rejects.toThrow(/didn’t fail: it’s canceled/);
  });
});

test('a failed Stripe event is listed, and several clicks retry it only once', async () => {
  const { system } = lab.app.deps;
  const event = { account: null, livemode: false, payload: '{}', received_at: new Date() };
  await system
    .insertInto('stripe_events')
    .values([
      { ...event, id: 'evt_failed', type: 'invoice.paid', error: 'Stripe did not answer', attempts: 7 },
      { ...event, id: 'evt_done', type: 'invoice.paid', error: null, attempts: 1, processed_at: new Date() },
    ])
    .execute();
  await system
    .updateTable('stripe_events')
    .set({ next_attempt_at: new Date('2099-01-01') })
    .where('id', '=', 'evt_failed')
    .execute();
  const { items } = await listStripeFailures(lab.app.deps, {});
  expect(items).toMatchObject([
    { id: 'evt_failed', type: 'invoice.paid', error: 'Stripe did not answer', attempts: 7, company: null },
  ]);
  await Promise.all([
    retryStripeEvent(lab.app.deps, by, 'evt_failed'),
    retryStripeEvent(lab.app.deps, by, 'evt_failed'),
  ]);
  const row = await system
    .selectFrom('stripe_events')
    .select('next_attempt_at')
    .where('id', '=', 'evt_failed')
    .executeTakeFirstOrThrow();
  expect(row.next_attempt_at.getTime()).toBeLessThanOrEqual(Date.now());
  expect(await actsOn('evt_failed')).toMatchObject([{ action: 'stripe_event.retried', before: { attempts: 7 } }]);
  await expect(retryStripeEvent(lab.app.deps, by, 'evt_done')).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(retryStripeEvent(lab.app.deps, by, 'evt_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
