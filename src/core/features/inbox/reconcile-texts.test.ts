import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { dueFollowUp, newPhone, onlyFollowUp } from '../../../../test/due-follow-up.ts';
import type { TextFate } from '#core/platform/twilio.ts';
import { createProviderGate } from '../delivery/providers/breaker.ts';
import { reconcileTexts, type ReconcileDeps } from './reconcile-texts.ts';
import { noteTextMissing } from './text-status.ts';

let lab: DeliveryLab;
let deps: ReconcileDeps;
/** Twilio's result for each SID. */
const fates = new Map<string, TextFate>();
beforeAll(async () => {
  lab = await startDeliveryLab();
  const { system, logger, tally, texts } = lab.deps;
  const gate = createProviderGate({ system, logger });
  const fate = (sid: string) => Promise.resolve(fates.get(sid) ?? null);
  deps = { ...lab.app.deps, texts: { ...texts, fate }, gate, tally, stopping: () => false };
});
afterAll(() => lab.close());

/** Sends a text that gets no status callback. */
async function sentText(): Promise<{ company: CompanyRow; phone: string; sid: string }> {
  const { company, phone } = await dueFollowUp(lab);
  await lab.drain(company);
  const row = await onlyFollowUp(lab, company);
  return { company, phone, sid: row.provider_id ?? '' };
}

/** Sets the status of the company's text to unknown, as if a worker had failed to reach Twilio for two hours. */
async function becomeUnknown(company: CompanyRow): Promise<void> {
  const row = await onlyFollowUp(lab, company);
  await lab.app.deps.system.updateTable('messages').set({ status: 'unknown' }).where('id', '=', row.id).execute();
}

/** Removes a text's SID from our data, so that Twilio has a text that we can't look up by SID. */
async function forget(
  { company }: { company: CompanyRow },
  changed: { body?: string; to_address?: string } = {},
): Promise<void> {
  await becomeUnknown(company);
  const { system } = lab.app.deps;
  await system
    .updateTable('messages')
    .set({ provider_id: null, ...changed })
    .where('company_id', '=', company.id)
    .execute();
}

test('a nightly run finishes even if its only text always makes Twilio fail', async () => {
  const { company } = await sentText();
  lab.app.clock.advance(6 * DAY);
  const choking = { ...deps, texts: { ...deps.texts, fate: () => Promise.reject(new Error('HTTP 500')) } };
  expect(await reconcileTexts(choking)).toMatchObject({ asked: 1, unanswered: 1 });
  expect(await reconcileTexts(deps)).toBeNull();
  const { system } = lab.app.deps;
  await system.deleteFrom('messages').where('company_id', '=', company.id).execute();
  await system.deleteFrom('nightly_runs').execute();
});

test('asks Twilio nightly about texts without a final status, and only moves statuses forward', async () => {
  const [arrived, lost, going, found, changed, never] = [
    await sentText(),
    await sentText(),
    await sentText(),
    await sentText(),
    await sentText(),
    await sentText(),
  ];
  fates.set(arrived.sid, { status: 'delivered', errorCode: null });
  fates.set(lost.sid, { status: 'undelivered', errorCode: '30006' });
  fates.set(going.sid, { status: 'sending', errorCode: null });
  await forget(found);
  // Twilio may have changed some characters.
  await forget(changed, { body: 'Grüße' });
  await forget(never, { to_address: newPhone() });
  const statuses = () =>
    Promise.all(
      [arrived, lost, going, found, never].map(async ({ company }) => (await onlyFollowUp(lab, company)).status),
    );

  // The next night, because texts less than a day old may still get status callbacks.
  lab.app.clock.advance(20 * HOUR);
  const both = await Promise.all([reconcileTexts(deps), reconcileTexts(deps)]);
  expect(both.filter((each) => each !== null)).toMatchObject([{ asked: 3, found: 1, never_arrived: 1, open: 1 }]);
  expect((await onlyFollowUp(lab, changed.company)).status).toBe('unknown');
  expect(await statuses()).toEqual(['sent', 'sent', 'sent', 'sent', 'failed']);
  expect((await onlyFollowUp(lab, found.company)).provider_id).toBe(found.sid);
  expect(lab.texts(found.phone)).toHaveLength(1);
  const told = (await lab.timeline(never.company)).at(-1);
  expect([told?.kind, told?.data.reason]).toEqual(['message_failed', 'The text service never received it']);
  // The job is already done for this night. No worker repeats it, even after a restart.
  expect(await reconcileTexts(deps)).toBeNull();

  lab.app.clock.advance(DAY);
  fates.set(found.sid, { status: 'read', errorCode: null });
  expect(await reconcileTexts(deps)).toMatchObject({ asked: 5, delivered: 2, failed: 1, open: 2 });
  expect(await statuses()).toEqual(['delivered', 'failed', 'sent', 'delivered', 'failed']);
}, 30_000);

test('stops when Twilio stops answering, and resumes after its lease', async () => {
  const { sid } = await sentText();
  await sentText();
  lab.app.clock.advance(3 * DAY);
  const silence = () => Promise.reject(new Error('ETIMEDOUT'));
  const silent = { ...deps, texts: { fate: silence, find: silence } };
  await expect(reconcileTexts(silent)).rejects.toThrow('ETIMEDOUT');
  expect(await reconcileTexts(deps)).toBeNull();
  await lab.app.deps.system
    .updateTable('nightly_runs')
    .set({ claimed_until: new Date('2020-01-01') })
    .where('finished_at', 'is', null)
    .execute();
  fates.set(sid, { status: 'delivered', errorCode: null });
  expect(await reconcileTexts(deps)).toMatchObject({ delivered: 1 });
});

test('doesn’t ask Twilio while it’s down', async () => {
  lab.app.clock.advance(2 * DAY);
  const closed = { closedChannels: () => Promise.resolve(['sms' as const]) };
  expect(await reconcileTexts({ ...deps, gate: closed })).toBeNull();
  expect(await reconcileTexts(deps)).not.toBeNull();
});

test('asks Twilio by SID, and accepts SIDs that Twilio doesn’t know', async () => {
  const { sid } = await sentText();
  expect(['queued', 'sent']).toContain((await lab.gateways.texts.fate(sid))?.status);
  expect(await lab.gateways.texts.fate(`SM${'0'.repeat(32)}`)).toBeNull();
  lab.sandbox.faults.set('twilio', 'http500', 1);
  await expect(lab.gateways.texts.fate(sid)).rejects.toThrow('internal server error');
});

test('asks about unknown texts first, then the newest, and skips a text that makes Twilio fail', async () => {
  const [older, newer, unknown] = [await sentText(), await sentText(), await sentText()];
  await forget(unknown);
  const asked: string[] = [];
  const fate = (sid: string) => {
    asked.push(sid);
    return sid === newer.sid ? Promise.reject(new Error('HTTP 500')) : Promise.resolve(null);
  };
  const find: ReconcileDeps['texts']['find'] = async (lookup) => {
    asked.push(lookup.to);
    const found = await deps.texts.find(lookup);
    // If Twilio has the text, it also returns why the text failed (T7 to T9).
    return found === null || found === 'unknown' ? found : { ...found, status: 'undelivered', errorCode: '30005' };
  };
  lab.app.clock.advance(6 * DAY);
  expect(await reconcileTexts({ ...deps, texts: { fate, find } })).toMatchObject({ unanswered: 1, found: 1 });
  const mine = asked.filter((name) => [older.sid, newer.sid, unknown.phone].includes(name));
  expect(mine).toEqual([unknown.phone, newer.sid, older.sid]);
  const row = await onlyFollowUp(lab, unknown.company);
  expect(row).toMatchObject({ status: 'failed', reason: 'This number isn’t in use' });
}, 30_000);

test('an attempt that never arrived doesn’t change a later one', async () => {
  const text = await sentText();
  await forget(text);
  const { id } = await onlyFollowUp(lab, text.company);
  const caller = await lab.app.callerFor(text.company);
  await caller.followUps.resolveUnknown({ messageId: id, action: 'resend' });
  expect(await noteTextMissing(deps, id)).toBe(false);
  expect(await onlyFollowUp(lab, text.company)).toMatchObject({ status: 'scheduled' });
  await becomeUnknown(text.company);
  expect(await noteTextMissing(deps, id)).toBe(true);
  expect(await onlyFollowUp(lab, text.company)).toMatchObject({ status: 'failed' });
});
