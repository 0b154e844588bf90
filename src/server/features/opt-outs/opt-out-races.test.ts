import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DeliveryDeps } from '#core/features/delivery/delivery.ts';
import { drainMessages } from '#core/features/delivery/drain.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { unsubscribeToken } from '#core/platform/secrets.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { dueFollowUp, newPhone, NOON, onlyFollowUp } from '../../../../test/due-follow-up.ts';
import { seeded } from '../../../../test/seeded.ts';
import { noteForSoak, soakCount } from '../../../../test/soak-report.ts';

const RACES = soakCount('SOAK_RACES', 20);

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab({ now: NOON });
});
afterAll(() => lab.close());

interface Person {
  leadId: string;
  phone: string;
  email: string;
}

/** Creates a lead with three steps. The first one is due. */
async function person(company: CompanyRow, channel: MessageChannel, phone: string): Promise<Person> {
  const { a } = lab.app;
  const lead = await a.lead(company, { phone });
  await a.consent(company, lead);
  const schedule = await a.schedule(company, lead, { channel, activated_at: new Date(Date.parse(NOON) - DAY) });
  for (const step of [1, 2, 3])
    await a.followUp(schedule, { step, day: step, channel, due_at: new Date(Date.parse(NOON) + (step - 1) * DAY) });
  return { leadId: lead.id, phone, email: lead.email };
}

/**
 * The follow-ups whose request to the provider began. `late` means that the opt-out was already visible at that time.
 */
type Begun = { late: boolean }[];

/**
 * Returns the delivery engine with slow providers. Just before sending, each provider records whether the opt-out is
 * visible.
 */
function watched(begun: Begun, random: (limit: number) => number): DeliveryDeps {
  const look = async (rowId: string, address: string): Promise<void> => {
    await wait(random(6));
    const { rows } = await sql<{ late: boolean }>`select exists (
        select from opt_outs where address = ${address} and lifted_at is null) as late
      from follow_up_messages where id = ${rowId}`.execute(lab.app.deps.system);
    begun.push(...rows);
  };
  const { texts, mails } = lab.deps;
  return {
    ...lab.deps,
    texts: { ...texts, send: (text) => look(text.rowId, text.to).then(() => texts.send(text)) },
    mails: {
      ...mails,
      async send(mail, begin) {
        await look(mail.messageId.split('@')[0] ?? '', mail.to);
        return mails.send(mail, begin);
      },
    },
  };
}

const onTheirWay = async (company: CompanyRow): Promise<number> =>
  (await lab.followUps(company)).filter(({ status }) => ['draft', 'scheduled', 'sending'].includes(status)).length;

test(`STOP against due texts, ${RACES} times: none starts after it, and none remains (C9)`, async () => {
  const [one, another] = [await lab.app.a.company(), await lab.app.a.company()];
  const random = seeded(20_261_121);
  const seen = { violations: 0, 'STOP first': 0, 'text first': 0 };
  const bothSeen = () => seen['STOP first'] > 0 && seen['text first'] > 0;
  for (let race = 0; race < RACES || (!bothSeen() && race < 3 * RACES); race += 1) {
    // On a busy machine, one side may win all races. Then the other side gets a head start.
    const [stopAfter, sendAfter] = race < RACES ? [40, 20] : seen['text first'] === 0 ? [400, 1] : [1, 400];
    const phone = newPhone();
    // one lead, two leads of the same person, or one lead each at two companies with the same sender
    const companies = [one, ...(race % 3 === 1 ? [one] : []), ...(race % 3 === 2 ? [another] : [])];
    for (const company of companies) await person(company, 'sms', phone);
    const begun: Begun = [];
    const deps = watched(begun, random);
    const stop = wait(random(stopAfter)).then(() => lab.reply(phone, 'STOP'));
    await Promise.all([
      stop,
      ...companies.map((company) => wait(random(sendAfter)).then(() => drainMessages(deps, company.id))),
    ]);
    const before = begun.length;
    await Promise.all(companies.map((company) => drainMessages(deps, company.id)));
    seen.violations += begun.filter(({ late }) => late).length + (begun.length - before);
    seen[before > 0 ? 'text first' : 'STOP first'] += 1;
  }
  noteForSoak({ what: 'STOP against due texts', figures: { races: RACES, ...seen } });
  expect(seen.violations).toBe(0);
  expect(Math.min(seen['STOP first'], seen['text first'])).toBeGreaterThan(0);
  expect([await onTheirWay(one), await onTheirWay(another)]).toEqual([0, 0]);
}, 600_000);

test(`unsubscribing against due emails, ${RACES} times: none is marked after it, and none remains`, async () => {
  const company = await lab.app.a.company();
  const random = seeded(20_261_122);
  const seen = { violations: 0, 'wish first': 0, 'mail first': 0 };
  for (let race = 0; race < RACES; race += 1) {
    const { leadId, email } = await person(company, 'email', newPhone());
    const begun: Begun = [];
    const deps = watched(begun, random);
    const token = unsubscribeToken(leadId as never, lab.app.config.APP_SECRET);
    // only messages that are already marked as sending may still be sent
    const marked = wait(random(40))
      .then(() => fetch(`${lab.app.url}/unsubscribe/${token}`, { method: 'POST' }))
      .then(async () => {
        const rows = await lab.app.deps.system
          .selectFrom('follow_up_messages')
          .select('status')
          .where('lead_id', '=', leadId as never)
          .where('status', 'in', ['sending', 'sent'])
          .execute();
        return rows.length;
      });
    await Promise.all([marked, wait(random(40)).then(() => drainMessages(deps, company.id))]);
    await drainMessages(deps, company.id);
    if (lab.mails(email).length > (await marked)) seen.violations += 1;
    seen[begun.length > 0 ? 'mail first' : 'wish first'] += 1;
  }
  noteForSoak({ what: 'unsubscribing against due mails', figures: { races: RACES, ...seen } });
  expect(seen.violations).toBe(0);
  expect(Math.min(seen['wish first'], seen['mail first'])).toBeGreaterThan(0);
  expect(await onTheirWay(company)).toBe(0);
}, 600_000);

test('a text isn’t started if its process was suspended longer than a STOP waits, because the STOP may be committed (C9)', async () => {
  const { company, phone } = await dueFollowUp(lab);
  const { calls } = lab.deps.limits;
  const asleep = { ...calls.sms, use: <T>(work: () => Promise<T>) => sleepFor(4_600, () => calls.sms.use(work)) };
  await drainMessages({ ...lab.deps, limits: { ...lab.deps.limits, calls: { ...calls, sms: asleep } } }, company.id);
  expect(lab.texts(phone)).toEqual([]);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'scheduled' });
  await lab.drain(company);
  expect(lab.texts(phone)).toHaveLength(1);
});

test('an email that waited for a connection while its recipient unsubscribed isn’t started (C23)', async () => {
  const company = await lab.app.a.company();
  const { leadId, email } = await person(company, 'email', newPhone());
  const { calls } = lab.deps.limits;
  const use = async <T>(work: () => Promise<T>): Promise<T> => {
    const token = unsubscribeToken(leadId as never, lab.app.config.APP_SECRET);
    expect((await fetch(`${lab.app.url}/unsubscribe/${token}`, { method: 'POST' })).status).toBe(200);
    return sleepFor(300, () => calls.email.use(work));
  };
  const limits = { ...lab.deps.limits, calls: { ...calls, email: { ...calls.email, use } } };
  await drainMessages({ ...lab.deps, limits }, company.id);
  await lab.drain(company);
  expect(lab.mails(email)).toEqual([]);
  expect((await lab.followUps(company))[0]).toMatchObject({ status: 'cancelled' });
});

/** Runs `work` as if the process had been suspended for this many milliseconds just before. */
async function sleepFor<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

/** Waits until this many transactions are waiting for a lock. */
const waiting = async (count: number): Promise<void> => {
  await vi.waitFor(async () => {
    const { rows } = await sql<{ waiting: number }>`select count(distinct pid)::int as waiting from pg_locks
      where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(
      lab.app.deps.system,
    );
    expect(rows[0]?.waiting).toBe(count);
  }, 5_000);
};

test('a carrier opt-out of one lead and STOP of another with the same number lock in the same order', async () => {
  const { a, deps } = lab.app;
  const company = await a.company();
  const phone = newPhone();
  const ids = [await person(company, 'sms', phone), await person(company, 'sms', phone)].map(({ leadId }) => leadId);
  const [low = '', high = ''] = ids.toSorted();
  await lab.drain(company);
  const sent = (await lab.followUps(company)).find((row) => row.lead_id === high && row.step === 1);
  // makes the callback refer to the lead that is locked last, regardless of which text was sent
  await sql`update messages set status = 'sent', to_address = ${phone}, at = now(), provider_id = 'SM-carrier'
    where id = ${sent?.id}`.execute(deps.system);
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = deps.system.transaction().execute(async (tx) => {
    await sql`select id from leads where id = ${low} for update`.execute(tx);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const stop = lab.reply(phone, 'STOP');
  await waiting(1);
  const form = { MessageSid: 'SM-carrier', MessageStatus: 'undelivered', ErrorCode: '21610' };
  const callback = lab.twilioPosts('/webhooks/twilio/status', form);
  await waiting(2);
  const { rows: free } = await sql`select id from leads where id = ${high} for update skip locked`.execute(deps.system);
  release.resolve();
  await holder;
  expect([(await stop).status, (await callback).status]).toEqual([200, 200]);
  expect(free).toHaveLength(1);
  const sources = await deps.system.selectFrom('opt_outs').select('source').where('address', '=', phone).execute();
  expect(sources.map(({ source }) => source)).toContain('reply');
});

/** Makes the server's next transactions fail with these error codes, in this order. */
const undoNext = (...codes: string[]) => {
  const spy = vi.spyOn(lab.app.deps.system, 'transaction');
  for (const code of codes)
    spy.mockImplementationOnce(() => {
      throw Object.assign(new Error('words'), { code });
    });
  return spy;
};

test('a rolled-back STOP is retried, and a STOP that can’t be stored isn’t answered 200', async () => {
  const { deps } = lab.app;
  const heard = (phone: string) =>
    deps.system.selectFrom('opt_outs').select('id').where('address', '=', phone).execute();
  const phone = newPhone();
  await person(await lab.app.a.company(), 'sms', phone);
  const spy = undoNext('40P01', '57014');
  expect((await lab.reply(phone, 'STOP')).status).toBe(200);
  expect(spy).toHaveBeenCalledTimes(3);
  expect(await heard(phone)).toHaveLength(1);
  undoNext('XX000');
  const unheard = newPhone();
  expect((await lab.reply(unheard, 'STOP')).status).toBe(500);
  undoNext('22021');
  expect((await lab.reply(unheard, '\ud800')).status).toBe(200);
  spy.mockRestore();
});
