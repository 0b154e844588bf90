import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY } from '#shared/primitives/durations.ts';
import { enqueueMessage } from '#core/features/messages/enqueue-message.ts';
import { findDueTurns } from '../../../worker/features/delivery/due.sweep.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { retryMessage } from '../admin/retry-message.ts';
import type { DeliveryDeps } from './delivery.ts';
import { drainMessages } from './drain.ts';
import { adminAlert, type AlertPayload } from '../admin/messages/admin-alert.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());

const alert: AlertPayload = { what: 'texts-paused', company: 'Fences', code: '30034' };
let alerts = 0;
/** Creates a due platform email, and returns its recipient's email address. */
async function dueAlert(payload: object = alert): Promise<string> {
  const to = `ops${(alerts += 1)}@picket.test`;
  await lab.app.deps.system.transaction().execute((tx) =>
    enqueueMessage(tx, {
      companyId: null,
      leadId: null,
      kind: adminAlert,
      channel: 'email',
      to,
      payload: payload as AlertPayload,
      at: lab.app.clock.now(),
    }),
  );
  return to;
}
const rowOf = (to: string) =>
  lab.app.deps.system
    .selectFrom('messages')
    .select(['id', 'status', 'attempts', 'provider_id', 'reason'])
    .where('to_address', '=', to)
    .executeTakeFirstOrThrow();
const owners = async () =>
  (await findDueTurns(lab.app.deps.system, { now: lab.app.clock.now(), closed: [] })).map(({ owner }) => owner);

test('a person without a company gets account emails from the platform, once', async () => {
  const user = await lab.app.a.user({ email: 'nobody@picket.test' });
  await lab.app.browser().trpc.auth.requestCode.mutate({ email: user.email });
  expect(lab.app.enqueued).toContain('platform');
  expect(await owners()).toContain('platform');
  await Promise.all([lab.drainPlatform(), lab.drainPlatform(), lab.drainPlatform()]);
  const mails = lab.mails(user.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toContain('sign-in code');
  expect(await rowOf(user.email)).toMatchObject({ status: 'sent', attempts: 1 });
  const thread = await lab.app.deps.system
    .selectFrom('messages')
    .select(['status', 'body', 'company_id'])
    .where('to_address', '=', user.email)
    .execute();
  // The stored copy doesn't contain the code.
  expect(thread).toEqual([
    { status: 'sent', company_id: null, body: expect.stringContaining('isn’t stored') as unknown as string },
  ]);
  expect(await owners()).not.toContain('platform');
});

test('is retried, refused permanently, or resent once if the result is unknown', async () => {
  const passing = await dueAlert();
  lab.sandbox.faults.set('smtp', 'http500', 1);
  await lab.drainPlatform();
  expect(await rowOf(passing)).toMatchObject({ status: 'scheduled', attempts: 1 });
  lab.app.clock.advance(60_000);
  await lab.drainPlatform();
  expect(await rowOf(passing)).toMatchObject({ status: 'sent', attempts: 2, reason: null });

  const refused = await dueAlert();
  lab.sandbox.faults.set('smtp', 'reject', 1);
  await lab.drainPlatform();
  expect(await rowOf(refused)).toMatchObject({ status: 'failed' });
  // An admin can retry it like any other message.
  const admin = await lab.app.a.user({}, ['admin']);
  const { id } = await rowOf(refused);
  expect(await retryMessage(lab.app.deps, { userId: admin.id, email: admin.email, ip: '::1' }, id)).toBe(true);
  await lab.drainPlatform();
  expect(lab.mails(refused)).toHaveLength(1);

  const dropped = await dueAlert();
  lab.sandbox.faults.set('smtp', 'drop_after_accept', 1);
  await lab.drainPlatform();
  expect(await rowOf(dropped)).toMatchObject({
    status: 'scheduled',
    reason: expect.stringMatching(/once more/) as string,
  });
  lab.sandbox.faults.set('smtp', 'drop_after_accept', 1);
  lab.app.clock.advance(60_000);
  await lab.drainPlatform();
  // After two attempts, an admin decides. Email clients show only one of the two copies.
  expect(await rowOf(dropped)).toMatchObject({ status: 'unknown', attempts: 2 });
  lab.app.clock.advance(60_000);
  await lab.drainPlatform();
  const mails = lab.mails(dropped);
  expect(mails).toHaveLength(2);
  expect(new Set(mails.map(({ headers }) => headers?.['message-id'])).size).toBe(1);
});

test('is resent once if its worker died while sending, and an invalid email doesn’t delay others', async () => {
  const died = await dueAlert();
  await lab.app.deps.system
    .updateTable('messages')
    .set({ status: 'sending', attempts: 1, claimed_until: new Date('2020-01-01'), sending_at: lab.app.clock.now() })
    .where('to_address', '=', died)
    .execute();
  expect(await owners()).toContain('platform');
  const bad = await dueAlert({ what: 'nothing that we know' });
  const good = await dueAlert();
  await lab.drainPlatform();
  expect([await rowOf(died), await rowOf(bad), await rowOf(good)]).toMatchObject([
    { status: 'scheduled', attempts: 1 },
    { status: 'scheduled', attempts: 1 },
    { status: 'sent' },
  ]);
  lab.app.clock.advance(60_000);
  await lab.drainPlatform();
  expect(await rowOf(died)).toMatchObject({ status: 'sent', attempts: 2 });
  expect(lab.mails(died)).toHaveLength(1);
});

test('a rolled-back transaction uses no attempt, and an unresolvable email doesn’t delay others', async () => {
  const [stuck, undone] = [await dueAlert(), await dueAlert()];
  await lab.app.deps.system
    .updateTable('messages')
    .set({ status: 'sending', claimed_until: new Date('2020-01-01'), sending_at: lab.app.clock.now() })
    .where('to_address', '=', stuck)
    .execute();
  const platformMail = () => Promise.reject(Object.assign(new Error('words'), { code: '40P01' }));
  const crossing = { ...lab.deps.kinds, 'admin.alert': { ...lab.deps.kinds['admin.alert'], platformMail } };
  const { id } = await rowOf(stuck);
  const warn = vi.spyOn(lab.deps.logger, 'warn').mockImplementation((about: unknown) => {
    if (typeof about === 'object' && about && 'row' in about && about.row === id) throw new Error('a fault of ours');
  });
  expect(await drainMessages({ ...lab.deps, kinds: crossing }, 'platform')).toBe(false);
  warn.mockRestore();
  expect([await rowOf(stuck), await rowOf(undone)]).toMatchObject([
    { status: 'sending' },
    { status: 'scheduled', attempts: 0, reason: null },
  ]);
  await lab.drainPlatform();
  expect(lab.mails(undone)).toHaveLength(1);
});

test('kinds written by a newer version wait for its workers, and are skipped after three days', async () => {
  const { clock, deps, a } = lab.app;
  const company = await a.company();
  const to = await dueAlert();
  const newer = {
    kind: 'of.tomorrow' as never,
    company_id: company.id,
    channel: 'email',
    to_address: company.email,
  } as const;
  await deps.system.updateTable('messages').set({ kind: newer.kind }).where('to_address', '=', to).execute();
  await deps.system
    .insertInto('messages')
    .values({ ...newer, due_at: clock.now(), created_at: clock.now() })
    .execute();
  const states = async () => [(await rowOf(to)).status, (await rowOf(company.email)).status];
  await lab.drainPlatform();
  await lab.drain(company);
  expect(await states()).toEqual(['scheduled', 'scheduled']);
  clock.advance(4 * DAY);
  await lab.drainPlatform();
  await lab.drain(company);
  expect(await states()).toEqual(['skipped', 'skipped']);
});

test('is sent later without using an attempt if its process was suspended before sending', async () => {
  const to = await dueAlert();
  let turns = 0;
  const asleep = {
    ...lab.deps,
    timings: { ...lab.deps.timings, sendLeaseMs: 0 },
    gate: { ...lab.deps.gate, room: () => Promise.resolve((turns += 1) > 1 ? ('none' as const) : ('all' as const)) },
  };
  await drainMessages(asleep, 'platform');
  expect(await rowOf(to)).toMatchObject({ status: 'scheduled', attempts: 0 });
  await lab.drainPlatform();
  expect(await rowOf(to)).toMatchObject({ status: 'sent', attempts: 1 });
  expect(lab.mails(to)).toHaveLength(1);
});

test('isn’t claimed while the mail server is down', async () => {
  const to = await dueAlert();
  const closed = { ...lab.deps, gate: { ...lab.deps.gate, room: () => Promise.resolve('none' as const) } };
  expect(await drainMessages(closed, 'platform')).toBe(false);
  expect(await rowOf(to)).toMatchObject({ status: 'scheduled', attempts: 0 });
  await lab.drainPlatform();
});

test('a slow email doesn’t delay others, and a stopping worker starts no more and uses no attempts', async () => {
  const slow = await dueAlert();
  const held = Promise.withResolvers<void>();
  let stopping = false;
  const handed: string[] = [];
  const mails: DeliveryDeps['mails'] = {
    ...lab.deps.mails,
    async send(mail, begin) {
      handed.push(mail.to);
      if (mail.to === slow) await held.promise;
      return lab.deps.mails.send(mail, begin);
    },
  };
  const draining = drainMessages({ ...lab.deps, mails, stopping: () => stopping }, 'platform');
  await expect.poll(() => handed).toEqual([slow]);
  // Counts messages that arrived in the meantime too.
  const code = await dueAlert();
  await expect.poll(() => lab.mails(code).length).toBe(1);
  stopping = true;
  const late = await dueAlert();
  held.resolve();
  expect(await draining).toBe(true);
  expect(await rowOf(slow)).toMatchObject({ status: 'sent' });
  expect(await rowOf(late)).toMatchObject({ status: 'scheduled', attempts: 0 });
  await lab.drainPlatform();
  expect(handed).toEqual([slow, code]);
});
