import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#shared/primitives/durations.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { type AppDb, inCompany } from '#core/platform/db/app.ts';
import type { ProviderAnswer } from '#core/platform/provider-answer.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { dueFollowUp, onlyFollowUp } from '../../../../test/due-follow-up.ts';
import { claimDue } from './claim.ts';
import type { DeliveryDeps } from './delivery.ts';
import { drainMessages } from './drain.ts';
import { MAX_ATTEMPTS } from './retry.rules.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());

const rows = () => lab.app.deps.system.updateTable('follow_up_messages');

/** Simulates a worker that claims due messages and is killed before it starts sending them. Its lease has ended. */
async function dieClaiming(company: CompanyRow): Promise<void> {
  const claim = {
    companyId: company.id,
    channel: 'sms',
    now: lab.app.clock.now(),
    limit: 16,
    leaseMs: MINUTE,
  } as const;
  expect(await inCompany(lab.deps.db, company.id, (tx) => claimDue(tx, claim))).toHaveLength(1);
  await rows()
    .set({ claimed_until: new Date('2020-01-01') })
    .where('company_id', '=', company.id)
    .execute();
}

/** Runs a turn in which Twilio answers 429. */
const busy = (company: CompanyRow) => {
  const send = () => Promise.resolve({ kind: 'passing', code: '20429', detail: '' } as const);
  return drainMessages({ ...lab.deps, texts: { ...lab.deps.texts, send } }, company.id);
};

/** Sends due messages, and then reports, as Twilio would, that they weren't delivered. */
async function sendInVain(company: CompanyRow, ErrorCode: string): Promise<void> {
  await lab.drain(company);
  const { id, provider_id } = await onlyFollowUp(lab, company);
  const form = { MessageSid: provider_id ?? '', MessageStatus: 'undelivered', ErrorCode };
  expect((await lab.twilioPosts(`/webhooks/twilio/status?m=${id}`, form)).status).toBeLessThan(300);
}

test('workers that die before marking a message use no attempts (T8)', async () => {
  const { company, phone } = await dueFollowUp(lab);
  for (let death = 0; death < MAX_ATTEMPTS - 1; death += 1) await dieClaiming(company);
  await busy(company);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'scheduled', attempts: 1 });
  lab.app.clock.advance(MINUTE);
  await lab.drain(company);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'sent', attempts: 2 });
  expect(lab.texts(phone)).toHaveLength(1);
});

test.each([
  ['30003', '20429', busy],
  ['30008', 'a worker that was killed', dieClaiming],
])('%s is retried once, an hour later, even after %s (T8)', async (code, _before, before) => {
  const { company, phone } = await dueFollowUp(lab);
  await before(company);
  lab.app.clock.advance(MINUTE);
  await sendInVain(company, code);
  expect(await onlyFollowUp(lab, company)).toMatchObject({
    status: 'scheduled',
    due_at: new Date(lab.app.clock.now().getTime() + HOUR),
  });
  lab.app.clock.advance(HOUR);
  // An undelivered text gets its single later retry, no matter how often Twilio was busy.
  await busy(company);
  lab.app.clock.advance(HOUR);
  await sendInVain(company, code);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'failed' });
  expect(lab.texts(phone)).toHaveLength(2);
});

test('a message resent by a person gets all its attempts again (T8)', async () => {
  const { company } = await dueFollowUp(lab);
  const { id } = await onlyFollowUp(lab, company);
  await rows().set({ status: 'unknown', attempts: MAX_ATTEMPTS, tried_later: true }).where('id', '=', id).execute();
  await (await lab.app.callerFor(company)).followUps.resolveUnknown({ messageId: id, action: 'resend' });
  await busy(company);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'scheduled', attempts: 1, tried_later: false });
});

/** Starts a turn whose mail server answers when told to. */
function sending(company: CompanyRow) {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<ProviderAnswer>();
  const mails: DeliveryDeps['mails'] = {
    ...lab.deps.mails,
    async send(_mail, begin) {
      expect(await begin()).toBe(true);
      asked.resolve();
      return answer.promise;
    },
  };
  const drained = drainMessages({ ...lab.deps, mails }, company.id);
  return { asked: asked.promise, answer: answer.resolve, drained };
}

/** Creates an email whose lease ended before its answer arrived. Its outcome is therefore unknown. */
async function givenUp() {
  const { company } = await dueFollowUp(lab, { row: { channel: 'email' }, schedule: { channel: 'email' } });
  const { id } = await onlyFollowUp(lab, company);
  const first = sending(company);
  await first.asked;
  await rows()
    .set({ claimed_until: new Date('2020-01-01') })
    .where('id', '=', id)
    .execute();
  await lab.drain(company);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'unknown' });
  return { company, id, first };
}

test.each<[string, ProviderAnswer, object]>([
  ['not now', { kind: 'passing', code: '451', detail: '' }, { status: 'scheduled', attempts: 1 }],
  ['the server is down', { kind: 'held', asked: false }, { status: 'scheduled', attempts: 0 }],
  ['never', { kind: 'refused', code: '554', detail: '' }, { status: 'failed', attempts: 1 }],
])('an answer stored late by Postgres still counts after its email became unknown: %s', async (_what, answer, row) => {
  const { company, first } = await givenUp();
  first.answer(answer);
  await first.drained;
  expect(await onlyFollowUp(lab, company)).toMatchObject({ ...row, claimed_until: null });
  if (answer.kind === 'refused') return;
  lab.app.clock.advance(MINUTE);
  await lab.drain(company);
  expect((await onlyFollowUp(lab, company)).status).toBe('sent');
  const thread = await lab.deps.system
    .selectFrom('messages')
    .select('status')
    .where('company_id', '=', company.id)
    .execute();
  expect(thread).toEqual([{ status: 'sent' }]);
});

test('a text’s answer stored late by Postgres also counts while Twilio is being queried', async () => {
  const { company } = await dueFollowUp(lab);
  const { id } = await onlyFollowUp(lab, company);
  const asked = Promise.withResolvers<AppDb>();
  const answer = Promise.withResolvers<ProviderAnswer>();
  const pinned = {
    connection: () => ({
      execute: (work: (db: AppDb) => Promise<unknown>) =>
        lab.deps.pinned.connection().execute((db) => {
          texts.send = () => (asked.resolve(db), answer.promise);
          return work(db);
        }),
    }),
  };
  const texts = { ...lab.deps.texts };
  const first = drainMessages({ ...lab.deps, texts, pinned: pinned as never }, company.id);
  // A failover releases the number's lock, and the lease ends in the meantime.
  await sql`select pg_advisory_unlock_all()`.execute(await asked.promise);
  await rows()
    .set({ claimed_until: new Date('2020-01-01') })
    .where('id', '=', id)
    .execute();
  const find = () => Promise.resolve('unknown' as const);
  await drainMessages({ ...lab.deps, texts: { ...lab.deps.texts, find } }, company.id);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'sending' });
  answer.resolve({ kind: 'refused', code: '21614', detail: '' });
  await first;
  expect(await onlyFollowUp(lab, company)).toMatchObject({
    status: 'failed',
    reason: 'This number can’t receive texts',
  });
});

test('an answer that arrives after another attempt started is ignored', async () => {
  const { company, id, first } = await givenUp();
  await (await lab.app.callerFor(company)).followUps.resolveUnknown({ messageId: id, action: 'resend' });
  const second = sending(company);
  await second.asked;
  first.answer({ kind: 'passing', code: '451', detail: '' });
  await first.drained;
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'sending', attempts: 1 });
  second.answer({ kind: 'accepted', providerId: 'second' });
  await second.drained;
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'sent', provider_id: 'second' });
});

test.each(['40P01', '57014'])('%s during preparation uses no attempt and isn’t a provider failure', async (code) => {
  const { company } = await dueFollowUp(lab, { row: { due_at: new Date('2030-01-01') } });
  const notice = {
    kind: 'lead.notice',
    channel: 'email',
    to_address: company.email,
    company_id: company.id,
  } as const;
  const at = lab.app.clock.now();
  const none = { lead_id: null, dedupe_key: null, provider_id: null, sent_at: null, reason: null };
  await lab.deps.system
    .insertInto('messages')
    .values({ ...notice, ...none, due_at: at, created_at: at, claimed_until: null, sending_at: null })
    .execute();
  const mail = () => Promise.reject(Object.assign(new Error('words'), { code }));
  const kinds = { ...lab.deps.kinds, 'lead.notice': { ...lab.deps.kinds['lead.notice'], mail } };
  await drainMessages({ ...lab.deps, kinds }, company.id);
  expect(await lab.otherMessages(company)).toMatchObject([
    { status: 'scheduled', attempts: 0, due_at: at, claimed_until: null, reason: null },
  ]);
});
