import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tellContractor } from '#core/features/messages/tell-contractor.ts';
import { inCompany } from '#core/platform/db/app.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { DAY, HOUR, MINUTE } from '#shared/primitives/durations.ts';
import type { Caller } from '../../../../test/caller.ts';
import { lastCodeTo, wrongFor } from '../../../../test/company-codes.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { newPhone, NOON } from '../../../../test/due-follow-up.ts';
import { estimateDeclined } from '#core/features/estimates/messages/estimate-messages.ts';
import type { EstimateId } from '#shared/primitives/ids.ts';

let lab: DeliveryLab;
let company: CompanyRow;
let caller: Caller;

beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(async () => {
  lab.app.clock.set(NOON);
  company = await lab.app.a.company();
  caller = await lab.app.callerFor(company);
});

const refusal = async (work: Promise<unknown>): Promise<Pick<AppError, 'code' | 'fields' | 'message'>> => {
  const thrown = await work.then(
    () => undefined,
    (error: { cause?: unknown }) => error.cause,
  );
  if (!(thrown instanceof AppError)) throw new Error("it wasn't refused", { cause: thrown });
  return { code: thrown.code, fields: thrown.fields, message: thrown.message };
};
const WRONG = { code: 'VALIDATION_FAILED', fields: { code: expect.any(String) as string } };
const SETTINGS = {
  depositKind: 'percent',
  depositPercent: 50,
  depositAmountCents: null,
  offerFullPayment: true,
} as const;
const setPhone = (notifyPhone: string | null, by = caller) => by.payments.updateSettings({ ...SETTINGS, notifyPhone });
const confirm = (code: string) => caller.company.confirm({ what: 'notifyPhone', code });
const settings = () => caller.payments.settings();

/** Sets this number and returns the code that was texted to it. */
async function ask(phone: string): Promise<string> {
  await setPhone(phone);
  await lab.drain(company);
  return lastCodeTo(lab, phone);
}

const optOut = (phone: string, companyId: CompanyRow['id'] | null) =>
  lab.app.deps.system
    .insertInto('opt_outs')
    .values({
      company_id: companyId,
      channel: 'sms',
      address: phone,
      sender: companyId === null ? lab.app.config.TWILIO_FROM : null,
      source: 'reply',
      words: 'STOP',
      created_at: lab.app.clock.now(),
      lifted_at: null,
    })
    .execute();

describe('the phone for notices', () => {
  test('takes effect only after its six-digit code is entered; other changes are saved at once', async () => {
    const phone = newPhone();
    const saved = await caller.payments.updateSettings({ ...SETTINGS, depositPercent: 30, notifyPhone: phone });
    const waiting = { depositPercent: 30, notifyPhone: null, pendingNotifyPhone: phone };
    expect(saved).toMatchObject(waiting);
    expect(await settings()).toMatchObject(waiting);
    await lab.drain(company);
    const code = lastCodeTo(lab, phone);
    expect(await refusal(confirm(wrongFor(code)))).toMatchObject(WRONG);
    expect(await confirm(code)).toEqual(await caller.company.get());
    expect(await settings()).toMatchObject({ depositPercent: 30, notifyPhone: phone, pendingNotifyPhone: null });
    expect(await refusal(confirm(code))).toMatchObject(WRONG);
  });

  test('gets no notice before it’s confirmed; the current phone does', async () => {
    company = await lab.app.a.company({ notify_phone: newPhone() });
    caller = await lab.app.callerFor(company);
    const lead = await lab.app.a.lead(company);
    const phone = newPhone();
    await ask(phone);
    expect(await settings()).toMatchObject({ notifyPhone: company.notify_phone, pendingNotifyPhone: phone });
    const notice = {
      kind: estimateDeclined,
      payload: { estimateId: crypto.randomUUID() as EstimateId },
      dedupeKey: `test:${lead.id}`,
      at: lab.app.clock.now(),
    } as const;
    await inCompany(lab.app.deps.db, company.id, (tx) =>
      tellContractor(tx, { companyId: company.id, leadId: lead.id, ...notice }),
    );
    const told = (await lab.otherMessages(company)).filter(({ kind }) => kind === notice.kind.kind);
    expect(new Set(told.map((row) => row.to_address))).toEqual(new Set([company.notify_phone, company.email]));
  });

  test('gets a text with the platform’s own wording and name and an opt-out hint, from the platform’s number', async () => {
    company = await lab.app.a.company({ name: 'Claim your PRIZE', sms_from: '+12085550777' });
    caller = await lab.app.callerFor(company);
    const phone = newPhone();
    const code = await ask(phone);
    const [text, ...others] = lab.texts(phone);
    expect(others).toEqual([]);
    expect(text?.text).toBe(
      `Picket: ${code} confirms this number for text notices. It works for 10 minutes. Not you? Ignore this text. Reply STOP to opt out.`,
    );
    expect(text?.from).toBe(lab.app.config.TWILIO_FROM);
  });

  test('leaves no readable code: not in its message or its own row', async () => {
    const phone = newPhone();
    const code = await ask(phone);
    const { system } = lab.app.deps;
    const rows = await Promise.all([
      system.selectFrom('messages').select(['payload', 'dedupe_key']).where('to_address', '=', phone).execute(),
      system.selectFrom('messages').select(['subject', 'body']).where('to_address', '=', phone).execute(),
      system.selectFrom('company_codes').selectAll().where('company_id', '=', company.id).execute(),
    ]);
    for (const found of rows) {
      expect(found).toHaveLength(1);
      expect(JSON.stringify(found)).not.toContain(code);
    }
  });

  test('is unchanged if omitted and removed by null, and saving the current phone discards a pending one', async () => {
    const phone = newPhone();
    await confirm(await ask(phone));
    const pending = newPhone();
    await setPhone(pending);
    expect(await caller.payments.updateSettings(SETTINGS)).toMatchObject({
      notifyPhone: phone,
      pendingNotifyPhone: pending,
    });
    const { cappedStates: _caps, codeDueAt: _due, ...read } = await settings();
    expect(await caller.payments.updateSettings({ ...read, depositPercent: 20 })).toMatchObject({
      depositPercent: 20,
      notifyPhone: phone,
      pendingNotifyPhone: pending,
    });
    // the pending phone can't be set directly
    const forged = { ...SETTINGS, notifyPhone: phone, pendingNotifyPhone: newPhone() };
    expect(await caller.payments.updateSettings(forged)).toMatchObject({
      notifyPhone: phone,
      pendingNotifyPhone: null,
    });
    await setPhone(pending);
    expect(await setPhone(phone)).toMatchObject({ notifyPhone: phone, pendingNotifyPhone: null });
    await setPhone(pending);
    await lab.drain(company);
    const code = lastCodeTo(lab, pending);
    expect(await setPhone(null)).toMatchObject({ notifyPhone: null, pendingNotifyPhone: null });
    expect(await refusal(confirm(code))).toMatchObject(WRONG);
    expect(await settings()).toMatchObject({ notifyPhone: null });
  });

  test('gets one text however often the same settings are saved', async () => {
    const phone = newPhone();
    for (let times = 0; times < 5; times += 1) await setPhone(phone);
    await lab.drain(company);
    expect(lab.texts(phone)).toHaveLength(1);
    await caller.company.requestConfirmation({ what: 'notifyPhone' });
    await lab.drain(company);
    expect(lab.texts(phone)).toHaveLength(2);
  });

  test('refuses a change based on outdated settings', async () => {
    const first = await settings();
    await setPhone(newPhone());
    const stale = { ...SETTINGS, notifyPhone: newPhone(), was: first };
    expect(await refusal(caller.payments.updateSettings(stale))).toMatchObject({ code: 'CONFLICT' });
  });
});

describe('the code text', () => {
  test('waits for texting hours at the phone’s location, as the answer says, and is valid for ten minutes from then', async () => {
    // 6:00 AM in Boise. Part of the area code is in the Pacific zone, so texts begin at 11:00 AM in Boise (C15, C16)
    lab.app.clock.set('2026-11-16T13:00:00.000Z');
    const opens = '2026-11-16T18:00:00.000Z';
    const phone = newPhone();
    expect(await setPhone(phone)).toMatchObject({ notifyPhone: null, pendingNotifyPhone: phone, codeDueAt: opens });
    expect(await settings()).toMatchObject({ pendingNotifyPhone: phone, codeDueAt: opens });
    expect(await caller.company.requestConfirmation({ what: 'notifyPhone' })).toEqual({ sentTo: phone, dueAt: opens });
    await lab.drain(company);
    expect(lab.texts(phone)).toEqual([]);
    const { expires_at } = await lab.app.deps.system
      .selectFrom('company_codes')
      .select('expires_at')
      .where('company_id', '=', company.id)
      .executeTakeFirstOrThrow();
    const left = expires_at.getTime() - Date.now();
    expect(left).toBeGreaterThan(5 * HOUR + 9 * MINUTE);
    expect(left).toBeLessThanOrEqual(5 * HOUR + 10 * MINUTE);
    lab.app.clock.set(opens);
    await lab.drain(company);
    // two codes were waiting, but the older one is invalid and isn't sent
    expect(lab.texts(phone)).toHaveLength(1);
    expect('codeDueAt' in (await settings())).toBe(false);
    await confirm(lastCodeTo(lab, phone));
    expect(await settings()).toMatchObject({ notifyPhone: phone, pendingNotifyPhone: null });
  });

  test('isn’t sent after the hours ended: it would be too late by morning', async () => {
    const phone = newPhone();
    await setPhone(phone);
    // 8:30 PM in Boise
    lab.app.clock.set('2026-11-17T03:30:00.000Z');
    await lab.drain(company);
    expect(lab.texts(phone)).toEqual([]);
    expect(await lab.otherMessages(company)).toMatchObject([{ status: 'skipped' }]);
    expect('codeDueAt' in (await settings())).toBe(false);
  });

  test.each(['this company', 'everyone'])('isn’t sent to a number that opted out of %s', async (whom) => {
    const phone = newPhone();
    await optOut(phone, whom === 'everyone' ? null : company.id);
    const refused = await refusal(setPhone(phone));
    expect(refused).toMatchObject({ code: 'SMS_NOT_ALLOWED', fields: { notifyPhone: refused.message } });
    expect(refused.message).not.toMatch(/opted out on/i);
    expect(await settings()).toMatchObject({ notifyPhone: null, pendingNotifyPhone: null });
    expect(await lab.otherMessages(company)).toEqual([]);
  });

  test('isn’t sent to a number that opts out while it waits', async () => {
    lab.app.clock.set('2026-11-16T13:00:00.000Z');
    const phone = newPhone();
    await setPhone(phone);
    await lab.reply(phone, 'STOP');
    lab.app.clock.set(NOON);
    await lab.drain(company);
    expect(lab.texts(phone)).toEqual([]);
    expect(await refusal(caller.company.requestConfirmation({ what: 'notifyPhone' }))).toMatchObject({
      code: 'SMS_NOT_ALLOWED',
    });
  });

  test('a stranger who answers it with STOP or HELP gets no text in the company’s wording', async () => {
    company = await lab.app.a.company({ name: 'Claim your PRIZE' });
    caller = await lab.app.callerFor(company);
    for (const word of ['HELP', 'STOP']) {
      const phone = newPhone();
      await ask(phone);
      await lab.reply(phone, word);
      await lab.drain(company);
      expect(JSON.stringify(lab.texts(phone))).not.toContain('PRIZE');
    }
    // the last of these numbers has opted out with STOP
    expect(await refusal(caller.company.requestConfirmation({ what: 'notifyPhone' }))).toMatchObject({
      code: 'SMS_NOT_ALLOWED',
    });
  });

  test('is sent at most three times a day per number, across companies without a plan', async () => {
    lab.app.clock.advance(DAY);
    const phone = newPhone();
    const companies = await Promise.all(Array.from({ length: 5 }, () => lab.app.a.company({ subscription: null })));
    const callers = await Promise.all(companies.map((one) => lab.app.callerFor(one)));
    const asked = await Promise.allSettled(callers.map((one) => setPhone(phone, one)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const one of companies) await lab.drain(one);
    expect(lab.texts(phone)).toHaveLength(3);
    const free = await lab.app.callerFor(await lab.app.a.company({ subscription: null }));
    expect(await refusal(setPhone(phone, free))).toMatchObject({ code: 'RATE_LIMITED' });
    // a company with a paid plan must confirm its phone too
    await setPhone(phone);
    expect(await settings()).toMatchObject({ pendingNotifyPhone: phone });
  });

  test('isn’t sent while carriers refuse our texts, and the screen says so', async () => {
    company = await lab.app.a.company({ sms_paused_at: lab.app.clock.now(), sms_pause_code: '30034' });
    caller = await lab.app.callerFor(company);
    expect(await refusal(setPhone(newPhone()))).toMatchObject({ code: 'SMS_NOT_ALLOWED' });
  });
});
