import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { Caller } from '../../../../test/caller.ts';
import { lastCodeTo, wrongFor } from '../../../../test/company-codes.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';

let lab: DeliveryLab;
let company: CompanyRow;
let caller: Caller;
let strangers = 0;
const stranger = (): string => `stranger${(strangers += 1)}@example.org`;

beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(async () => {
  // moves to the next day, so the daily limits don't carry over between tests
  lab.app.clock.advance(DAY);
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
const confirm = (code: string, by = caller) => by.company.confirm({ what: 'email', code });
const WRONG = { code: 'VALIDATION_FAILED', fields: { code: expect.any(String) as string } };

/** Changes the company's email to this address and returns the code that was sent there. */
async function ask(email: string): Promise<string> {
  await caller.company.update({ email });
  await lab.drain(company);
  return lastCodeTo(lab, email);
}

describe('a new company email address', () => {
  test('takes effect only after its six-digit code is entered; other changes are saved at once', async () => {
    const email = stranger();
    const saved = await caller.company.update({ email: ` ${email.toUpperCase()} `, phone: '(208) 555-0123' });
    const waiting = { email: company.email, emailConfirmed: true, pendingEmail: email, phone: '+12085550123' };
    expect(saved).toMatchObject(waiting);
    await lab.drain(company);
    expect(await caller.company.get()).toMatchObject(waiting);
    const code = lastCodeTo(lab, email);
    const now = { ...waiting, email, pendingEmail: null };
    expect(await confirm(`${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject(now);
    expect(await caller.company.get()).toMatchObject(now);
    expect(await refusal(confirm(code))).toMatchObject(WRONG);
  });

  test('isn’t used before it’s confirmed', async () => {
    const email = stranger();
    const material = await lab.app.a.material(company);
    const lead = await lab.app.a.lead(company);
    await ask(email);
    await caller.estimates.send({ leadId: lead.id, perimeter: 100, materialId: material.id, gateCount: 0 });
    await lab.drain(company);
    const sent = lab.mails(lead.email).at(-1);
    expect(sent?.headers?.['reply-to']).toContain(company.email);
    expect(JSON.stringify(sent)).not.toContain(email);
  });

  test('gets an email in the platform’s own wording, without company text', async () => {
    const typed = { name: 'Claim your PRIZE', address: '1 Phishing Way', postalAddress: 'Box 666, Boise, ID 83702' };
    await caller.company.update({ ...typed, phone: '(208) 555-0666' });
    const email = stranger();
    await ask(email);
    const [mail, ...others] = lab.mails(email);
    expect(others).toEqual([]);
    const all = JSON.stringify(mail);
    for (const words of [...Object.values(typed), '555-0666', '2085550666', company.email, company.contractor_id])
      expect(all).not.toContain(words);
    expect(mail?.headers?.['from']).toContain(lab.app.config.PRODUCT_NAME);
    expect(mail?.headers?.['reply-to']).toContain(lab.app.config.SUPPORT_EMAIL);
  });

  test('leaves no readable code: not in its message or its own row', async () => {
    const email = stranger();
    const code = await ask(email);
    const { system } = lab.app.deps;
    const rows = await Promise.all([
      system.selectFrom('messages').select(['payload', 'dedupe_key']).where('to_address', '=', email).execute(),
      system.selectFrom('messages').select(['subject', 'body']).where('to_address', '=', email).execute(),
      system.selectFrom('company_codes').selectAll().where('company_id', '=', company.id).execute(),
    ]);
    for (const found of rows) {
      expect(found).toHaveLength(1);
      expect(JSON.stringify(found)).not.toContain(code);
    }
  });

  test('is discarded by saving the current address again', async () => {
    const code = await ask(stranger());
    expect(await caller.company.update({ email: company.email })).toMatchObject({ pendingEmail: null });
    expect(await refusal(confirm(code))).toMatchObject(WRONG);
    expect(await caller.company.get()).toMatchObject({ email: company.email, pendingEmail: null });
  });

  test('takes effect at once if it’s the owner’s confirmed address', async () => {
    const { email } = await lab.app.deps.system
      .selectFrom('users')
      .select('email')
      .where('id', '=', company.user_id)
      .executeTakeFirstOrThrow();
    const old = await ask(stranger());
    expect(await caller.company.update({ email })).toMatchObject({ email, emailConfirmed: true, pendingEmail: null });
    expect(await refusal(confirm(old))).toMatchObject(WRONG);
    await lab.drain(company);
    expect(lab.mails(email)).toEqual([]);
  });

  test('changes only the version shown on the screen', async () => {
    const email = stranger();
    expect(await refusal(caller.company.update({ email, was: { email: 'other@example.org' } }))).toMatchObject({
      code: 'CONFLICT',
    });
    expect(await caller.company.update({ email, was: { email: company.email } })).toMatchObject({
      pendingEmail: email,
    });
  });
});

describe('a confirmation code', () => {
  test('expires after five wrong tries, even simultaneous ones', async () => {
    const email = stranger();
    const code = await ask(email);
    const tries = await Promise.all(Array.from({ length: 5 }, () => refusal(confirm(wrongFor(code)))));
    for (const one of tries) expect(one).toMatchObject(WRONG);
    expect(await refusal(confirm(code))).toMatchObject(WRONG);
    expect(await caller.company.get()).toMatchObject({ email: company.email, pendingEmail: email });
  });

  test('is valid for ten minutes', async () => {
    const code = await ask(stranger());
    const { system } = lab.app.deps;
    const { rows } = await sql<{ left: number }>`select extract(epoch from expires_at - now())::float as left
      from company_codes where company_id = ${company.id}`.execute(system);
    expect(rows[0]?.left).toBeGreaterThan(590);
    expect(rows[0]?.left).toBeLessThanOrEqual(600);
    await sql`update company_codes set expires_at = now() where company_id = ${company.id}`.execute(system);
    expect(await refusal(confirm(code))).toMatchObject(WRONG);
  });

  test('replaces the previous code, which isn’t sent if it’s still waiting', async () => {
    const email = stranger();
    const first = await ask(email);
    await caller.company.requestConfirmation({ what: 'email' });
    await caller.company.requestConfirmation({ what: 'email' });
    await lab.drain(company);
    expect(lab.mails(email)).toHaveLength(2);
    const last = lastCodeTo(lab, email);
    expect(await refusal(confirm(first === last ? wrongFor(last) : first))).toMatchObject(WRONG);
    expect(await confirm(last)).toMatchObject({ email, pendingEmail: null });
  });

  test('confirms only once if it’s used twice simultaneously', async () => {
    const email = stranger();
    const code = await ask(email);
    const both = await Promise.allSettled([confirm(code), confirm(code)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await caller.company.get()).toMatchObject({ email, pendingEmail: null });
  });

  test('confirms the address it was sent to, not a later one', async () => {
    const first = await ask(stranger());
    const second = stranger();
    await caller.company.update({ email: second });
    expect(await refusal(confirm(first))).toMatchObject(WRONG);
    expect(await caller.company.get()).toMatchObject({ email: company.email, pendingEmail: second });
  });

  test('is invalid for another company, even with the same address', async () => {
    const email = stranger();
    const code = await ask(email);
    const theirs = await lab.app.a.company();
    const other = await lab.app.callerFor(theirs);
    expect(await refusal(confirm(code, other))).toMatchObject(WRONG);
    await other.company.update({ email });
    const swapped = await refusal(confirm(code, other));
    expect(swapped).toMatchObject(WRONG);
    expect(await other.company.get()).toMatchObject({ email: theirs.email });
    expect(await confirm(code)).toMatchObject({ email });
  });
});

describe('requesting codes', () => {
  test('confirms a current but unconfirmed address', async () => {
    company = await lab.app.a.company({ email_confirmed_at: null });
    caller = await lab.app.callerFor(company);
    expect(await caller.company.get()).toMatchObject({ emailConfirmed: false, pendingEmail: null });
    await caller.company.requestConfirmation({ what: 'email' });
    await lab.drain(company);
    const confirmed = { email: company.email, emailConfirmed: true, pendingEmail: null };
    expect(await confirm(lastCodeTo(lab, company.email))).toMatchObject(confirmed);
  });

  test('is refused if there’s nothing to confirm', async () => {
    for (const what of ['email', 'notifyPhone'] as const)
      expect(await refusal(caller.company.requestConfirmation({ what }))).toMatchObject({ code: 'CONFLICT' });
  });

  test('is limited to five a day per address across companies without a plan, and changes nothing beyond that', async () => {
    const email = stranger();
    const companies = await Promise.all(Array.from({ length: 7 }, () => lab.app.a.company({ subscription: null })));
    const callers = await Promise.all(companies.map((one) => lab.app.callerFor(one)));
    const asked = await Promise.allSettled(callers.map((one) => one.company.update({ email, name: 'Renamed' })));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const after = await Promise.all(callers.map((one) => one.company.get()));
    const names = after.map(({ name, pendingEmail }) => [name, pendingEmail]);
    expect(names).toEqual(
      asked.map(({ status }, place) => (status === 'fulfilled' ? ['Renamed', email] : [companies[place]?.name, null])),
    );
    for (const one of companies) await lab.drain(one);
    expect(lab.mails(email)).toHaveLength(5);
    const free = await lab.app.callerFor(await lab.app.a.company({ subscription: null }));
    const late = await refusal(free.company.update({ email }));
    expect(late).toMatchObject({ code: 'RATE_LIMITED', message: expect.stringContaining('tomorrow') as string });
    // a company with a paid plan must confirm its address too
    expect(await caller.company.update({ email })).toMatchObject({ pendingEmail: email });
    lab.app.clock.advance(DAY);
    expect(await free.company.update({ email })).toMatchObject({ pendingEmail: email });
  });

  test('is limited to ten a day per company, whichever addresses it tries', async () => {
    const asked = [];
    for (let one = 0; one < 12; one += 1)
      asked.push(await Promise.allSettled([caller.company.update({ email: stranger() })]));
    expect(asked.flat().filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await refusal(caller.company.requestConfirmation({ what: 'email' }))).toMatchObject({
      code: 'RATE_LIMITED',
    });
  });

  test('answers the same for an address with an account, a bounced one and an unknown one', async () => {
    const known = await lab.app.a.user();
    const bounced = stranger();
    await lab.app.deps.system
      .insertInto('opt_outs')
      .values({
        company_id: company.id,
        channel: 'email',
        address: bounced,
        sender: null,
        source: 'bounce',
        words: null,
        created_at: lab.app.clock.now(),
        lifted_at: null,
      })
      .execute();
    for (const email of [known.email, bounced, stranger()])
      expect(await caller.company.update({ email })).toMatchObject({ email: company.email, pendingEmail: email });
  });
});
