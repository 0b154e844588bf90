import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { documentOf } from '#core/features/estimates/estimate-document.ts';
import { recordView } from '#core/features/agreements/open-estimate.ts';
import { getVersion } from '#core/features/estimates/read-version.ts';
import { addTimelineEvents } from '#core/features/timeline/timeline.repository.ts';
import { lockLead } from '#core/features/lead-rows/lock-leads.ts';
import { inCompany } from '#core/platform/db/app.ts';
import { DEFAULT_REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import { DAY, HOUR, MINUTE } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { reminderJobs, type SentJob as Job, settingsOf } from '../../../../test/reminders.ts';

/** Monday noon in Boise. Texts to area code 208 are allowed from 11:00 AM in Boise. */
const START = '2026-11-16T19:00:00.000Z';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(START));

const { sentEstimate, waiting, willNot, went, skipped, goTo } = reminderJobs(() => lab);

/** Returns whether one transaction is waiting for another's lock. */
const somebodyWaits = async (): Promise<boolean> => {
  const { rows } = await sql`select 1 from pg_locks where not granted`.execute(lab.app.deps.system);
  return rows.length > 0;
};

test('all reminders are off by default, and sending an estimate schedules none', async () => {
  const company = await lab.app.a.company();
  const caller = await lab.app.callerFor(company);
  expect(await caller.reminders.settings()).toEqual(DEFAULT_REMINDERS);
  const job = await sentEstimate({});
  expect(await waiting(job)).toEqual([]);
});

describe('a sent estimate', () => {
  test('gets a reminder on its day at the job’s send time, by text within its hours and by email', async () => {
    const job = await sentEstimate({ not_viewed: { channel: 'both' } });
    await lab.drain(job.company);
    expect(await waiting(job)).toEqual([
      'not_viewed email 2026-11-18T17:00:00.000Z',
      'not_viewed sms 2026-11-18T18:00:00.000Z',
    ]);
    // scheduled reminders aren't part of the conversation
    const { items } = await job.caller.messages.thread({ leadId: job.lead.id });
    expect(items.filter(({ at }) => at > START)).toEqual([]);
    await goTo(job, '2026-11-18T17:00:00.000Z');
    expect(went(job, 'sms', 'email')).toHaveLength(1);
    const [mail] = lab.mails(job.lead.email).slice(-1);
    expect(mail?.subject).toBe(`Your fence estimate from ${job.company.name}`);
    expect(mail?.text).toMatch(/^Hi Dana, we sent you the estimate .*\/e\/\w{16} Any questions/);
    for (const part of [mail?.text, mail?.html]) expect(part).toContain('1 Main St, Boise, ID 83702');
    expect(mail?.html).toMatch(/<a [^>]*href="http[^"]+\/e\/[^"]+"/);
    expect(mail?.headers).toMatchObject({ 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' });
    await goTo(job, '2026-11-18T18:00:00.000Z');
    expect(went(job, 'sms')).toEqual([expect.stringMatching(/: Hi Dana, we sent you the estimate .*\/e\//)]);
    expect(await waiting(job)).toEqual([]);
    // the same event again doesn't schedule another reminder
    await job.caller.estimates.resend({ leadId: job.lead.id });
    expect(await waiting(job)).toEqual([]);
    const told = (await lab.timeline(job.company)).filter(({ data }) => data['kind'] === 'Reminder');
    expect(told.map(({ kind }) => kind)).toEqual(['message_sent', 'message_sent']);
  });

  test('once viewed gets the other reminder, counted from the first view; an answer cancels it', async () => {
    const job = await sentEstimate({ not_viewed: {}, not_answered: {} });
    lab.app.clock.advance(DAY);
    await Promise.all([recordView(lab.app.deps, job.estimate), recordView(lab.app.deps, job.estimate)]);
    lab.app.clock.advance(HOUR);
    await recordView(lab.app.deps, job.estimate);
    expect(await waiting(job)).toEqual([
      'not_viewed email 2026-11-18T17:00:00.000Z',
      'not_answered email 2026-11-20T17:00:00.000Z',
    ]);
    expect(await willNot(job)).toEqual(['The homeowner has viewed the estimate', null]);
    await goTo(job, '2026-11-18T17:00:00.000Z');
    expect(await skipped(job)).toEqual(['The homeowner has viewed the estimate']);
    await goTo(job, '2026-11-20T17:00:00.000Z');
    expect(went(job, 'email')).toEqual([expect.stringContaining('have you had time to think')]);
  });

  test('gets an expiry reminder some days before its last day, unless that has passed', async () => {
    const job = await sentEstimate({ expiring: { days: 5 } });
    expect(await waiting(job)).toEqual(['expiring email 2026-12-11T17:00:00.000Z']);
    await goTo(job, '2026-12-11T17:00:00.000Z');
    expect(went(job, 'email')).toEqual([expect.stringMatching(/\$1,702\.08 .* valid through Dec 16, 2026\./)]);
    const late = await sentEstimate({ expiring: { days: 30 } });
    expect(await waiting(late)).toEqual([]);
  });

  test('sent when it’s already tomorrow at the job gets its expiry reminder the set number of days before its last day', async () => {
    lab.app.clock.set('2026-11-17T05:30:00.000Z');
    const job = await sentEstimate({ expiring: { days: 5 } }, { lead: { zip: '10001' } });
    expect(job.estimate.valid_until).toBe('2026-12-16');
    expect(await waiting(job)).toEqual(['expiring email 2026-12-11T15:00:00.000Z']);
  });

  test('skips overlapping reminders: none during follow-ups, and at most one a day', async () => {
    const job = await sentEstimate({ not_viewed: { days: 27 }, expiring: { days: 3 } });
    await lab.drain(job.company);
    await goTo(job, '2026-12-13T17:00:00.000Z');
    expect(went(job, 'email')).toEqual([expect.stringContaining('valid through')]);
    expect(await skipped(job)).toEqual(['Another reminder was sent within the last 24 hours']);

    // the same applies if the other reminder is due a moment later
    const pair = await sentEstimate({ not_viewed: { days: 27 }, expiring: { days: 3 } });
    await lab.drain(pair.company);
    const [due] = (await waiting(pair)).map((line) => new Date(line.split(' ')[2] ?? ''));
    const early = new Date((due?.getTime() ?? 0) - MINUTE);
    await lab.app.deps.system
      .updateTable('messages')
      .set({ due_at: early })
      .where('company_id', '=', pair.company.id)
      .where('kind', '=', 'reminder.not_viewed')
      .execute();
    await goTo(pair, early.toISOString());
    await goTo(pair, MINUTE);
    expect(went(pair, 'email')).toEqual([expect.stringContaining('valid through')]);
    expect(await skipped(pair)).toContain('Another reminder is due within the same hour');

    const followed = await sentEstimate({ not_viewed: {} });
    await followed.caller.followUps.startMany({ leadIds: [followed.lead.id] });
    expect(await willNot(followed)).toEqual(['Follow-ups are active for this lead']);
    await goTo(followed, 2 * DAY);
    expect(await skipped(followed)).toContain('Follow-ups are active for this lead');
  });

  test('two automated texts to one person are at least 4 hours apart, in either order (C17)', async () => {
    const job = await sentEstimate({ expiring: { days: 27, channel: 'sms' } });
    await lab.drain(job.company);
    await job.caller.followUps.save({
      leadId: job.lead.id,
      channel: 'sms',
      active: true,
      steps: [{ day: 3, message: 'Hi' }],
    });
    await goTo(job, '2026-11-19T18:00:00.000Z');
    expect(went(job, 'sms')).toHaveLength(1);
    await goTo(job, 4 * HOUR - 1);
    expect(went(job, 'sms')).toHaveLength(1);
    await goTo(job, 1);
    expect(went(job, 'sms')).toHaveLength(2);
  });

  test('a reminder’s words never change the price (C30)', async () => {
    const message = 'Hi {{name}}, 10% off until Friday: {{estimate_link}} <b>';
    const job = await sentEstimate({ not_viewed: { message } });
    await lab.drain(job.company);
    await goTo(job, 2 * DAY);
    const [mail] = lab.mails(job.lead.email).slice(-1);
    expect(mail?.text).toContain('10% off until Friday: http');
    expect(mail?.html).toContain('&lt;b&gt;');
    const version = await inCompany(lab.app.deps.db, job.company.id, (tx) =>
      getVersion(tx, { companyId: job.company.id, id: job.estimate.id, at: lab.app.clock.now() }),
    );
    expect(documentOf(version).chosen.discountCents).toBe(0);
  });

  test('a text too long after filling its tags isn’t sent, with the reason', async () => {
    const job = await sentEstimate({ not_viewed: { channel: 'sms', message: `{{name}} ${'x'.repeat(1_590)}` } });
    await lab.drain(job.company);
    await goTo(job, '2026-11-18T18:00:00.000Z');
    expect(await skipped(job)).toEqual([expect.stringContaining('too long for a text')]);
  });

  const ends: Record<string, [reason: string, event: (job: Job) => Promise<unknown>]> = {
    'a reply': [
      'The homeowner has replied',
      (job) => (lab.app.clock.advance(HOUR), lab.reply(job.lead.phone ?? '', 'Let me think')),
    ],
    'a newer version': [
      'A newer version of this estimate was sent',
      (job) => (lab.app.clock.advance(HOUR), job.send()),
    ],
    'a lost lead': [
      'The lead is marked lost',
      (job) => job.caller.leads.update({ leadId: job.lead.id, outcome: 'lost' }),
    ],
    'an archived lead': [
      'The lead is archived',
      (job) => job.caller.leads.archive({ leadId: job.lead.id, archived: true }),
    ],
    'a revoked link': [
      'This estimate’s link was revoked',
      ({ estimate }) =>
        lab.app.deps.system
          .updateTable('estimate_links')
          .set({ revoked_at: new Date(START) })
          .where('estimate_id', '=', estimate.id)
          .execute(),
    ],
    unsubscribing: [
      'Unsubscribed from emails',
      ({ company, lead }) =>
        lab.app.deps.system
          .insertInto('opt_outs')
          .values({
            company_id: company.id,
            channel: 'email',
            address: lead.email,
            source: 'unsubscribe',
            created_at: new Date(START),
          })
          .execute(),
    ],
    'an outage of four days': ['Too late', () => Promise.resolve(lab.app.clock.advance(4 * DAY))],
  };

  test.each(Object.entries(ends))('%s cancels its reminder, and the lead shows why', async (_name, [reason, event]) => {
    const job = await sentEstimate({ not_viewed: {} });
    await lab.drain(job.company);
    await event(job);
    await goTo(job, 2 * DAY);
    // the newer version has its own reminder
    expect(went(job, 'email')).toHaveLength(reason.startsWith('A newer version') ? 1 : 0);
    expect((await skipped(job))[0]).toContain(reason);
  });
});

test('a possible opt-out cancels reminders that are due after it, until the contractor decides (C8)', async () => {
  const job = await sentEstimate({ not_answered: {} });
  await lab.drain(job.company);
  lab.app.clock.advance(HOUR);
  await lab.reply(job.lead.phone ?? '', 'Not interested, thanks');
  lab.app.clock.advance(HOUR);
  await recordView(lab.app.deps, job.estimate);
  expect(await willNot(job)).toEqual([expect.stringContaining('may not want more messages')]);
  const { items } = await job.caller.messages.thread({ leadId: job.lead.id });
  const [unsure] = items.filter((item) => item.unsure);
  await job.caller.messages.decideOptOut({ messageId: unsure?.id ?? '', stop: false });
  expect(await willNot(job)).toEqual([null]);
});

describe('a company', () => {
  test('that turns a reminder off sends no more; turned on again, it applies from then on', async () => {
    const job = await sentEstimate({ not_viewed: {} });
    await job.caller.reminders.updateSettings(settingsOf({}));
    expect(await waiting(job)).toEqual([]);
    expect(await skipped(job)).toEqual(['You turned this reminder off']);
    await job.caller.reminders.updateSettings(settingsOf({ not_viewed: {} }));
    expect(await waiting(job)).toEqual([]);
    lab.app.clock.advance(HOUR);
    await job.send();
    expect(await waiting(job)).toEqual(['not_viewed email 2026-11-18T17:00:00.000Z']);
  });

  test('turning off a reminder during a send to its lead doesn’t deadlock', async () => {
    const job = await sentEstimate({ not_viewed: {} });
    const [held, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // locks rows in the same order as delivery: the lead first, then rows that refer to the company
    const sending = inCompany(lab.app.deps.db, job.company.id, async (tx) => {
      await lockLead(tx, job.company.id, job.lead.id);
      held.resolve();
      await written.promise;
      await addTimelineEvents(tx, [
        {
          companyId: job.company.id,
          leadId: job.lead.id,
          kind: 'message_sent',
          at: lab.app.clock.now(),
          data: { channel: 'sms', kind: 'Reminder' },
        },
      ]);
    });
    await held.promise;
    const saving = job.caller.reminders.updateSettings(settingsOf({}));
    await expect.poll(somebodyWaits).toBe(true);
    written.resolve();
    await Promise.all([sending, saving]);
    expect(await waiting(job)).toEqual([]);
  });

  test('is told about a reminder filtered as spam; texts with its wording are held back (T9)', async () => {
    const message = 'FREE!!! {{estimate_link}}';
    const job = await sentEstimate({
      not_viewed: { channel: 'sms', message },
      expiring: { channel: 'sms', message },
    });
    await goTo(job, '2026-11-18T18:00:00.000Z');
    expect(went(job, 'sms')).toHaveLength(1);
    const sent = (await lab.otherMessages(job.company)).find(({ kind }) => kind === 'reminder.not_viewed');
    await lab.twilioPosts('/webhooks/twilio/status', {
      MessageSid: sent?.provider_id ?? '',
      MessageStatus: 'undelivered',
      ErrorCode: '30007',
    });
    for (const due of await waiting(job)) await goTo(job, due.split(' ')[2] ?? '');
    expect(went(job, 'sms')).toHaveLength(1);
    expect(await skipped(job)).toEqual([expect.stringContaining('Change the wording')]);
    expect(lab.mails(job.company.email).at(-1)?.subject).toBe('A reminder text was blocked as spam');
  });

  test('can cancel one reminder, once; the other is sent to the lead’s new email address', async () => {
    const job = await sentEstimate({ not_viewed: { channel: 'both' } });
    await lab.drain(job.company);
    const { items } = await job.caller.reminders.forLead({ leadId: job.lead.id });
    const text = items.find(({ channel }) => channel === 'sms')?.id ?? '';
    await job.caller.reminders.cancel({ reminderId: text });
    await expect(job.caller.reminders.cancel({ reminderId: text })).rejects.toMatchObject({
      cause: { code: 'CONFLICT' },
    });
    await job.caller.leads.update({ leadId: job.lead.id, email: `new-${job.lead.email}` });
    await goTo(job, 3 * DAY);
    expect(went(job, 'sms', 'email')).toEqual([]);
    expect(lab.mails(`new-${job.lead.email}`)).toHaveLength(1);
    expect(await skipped(job)).toEqual(['You canceled it']);
  });

  test('that merges two leads has waiting reminders sent to the merged lead', async () => {
    const job = await sentEstimate({ not_viewed: {} });
    await lab.drain(job.company);
    lab.app.clock.advance(HOUR);
    const twin = await lab.app.a.lead(job.company, { phone: job.lead.phone });
    await job.caller.leads.merge({ leadId: job.lead.id, otherLeadId: twin.id, takeNewer: ['email'] });
    await goTo(job, '2026-11-18T17:00:00.000Z');
    expect(lab.mails(twin.email)).toHaveLength(1);
  });

  test('sees an invalid reminder beside its field, and a conflict with another window', async () => {
    const caller = await lab.app.callerFor(await lab.app.a.company());
    const refused = (given: object) =>
      caller.reminders.updateSettings({ ...settingsOf({}), ...given }).then(
        () => undefined,
        (error: unknown) => error,
      );
    const { rules } = settingsOf({ expiring: { days: 31, message: 'Hi {{balance}}' } });
    const error = await refused({ rules, reviewUrl: 'http://reviews.example' });
    expect(JSON.stringify(error)).toMatch(/expiring.*days/);
    const text = String(error);
    expect(text).toContain('Enter a whole number of days from 1 to 30');
    expect(text).toContain('Unknown tag: {{balance}}');
    expect(text).toContain('starts with https://');
    await caller.reminders.updateSettings({ ...settingsOf({ not_viewed: {} }), was: DEFAULT_REMINDERS });
    expect(await refused({ was: DEFAULT_REMINDERS })).toMatchObject({ cause: { code: 'CONFLICT' } });
  });
});
