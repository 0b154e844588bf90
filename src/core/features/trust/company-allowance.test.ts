import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import { PASSWORD } from '../../../../test/builders.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { NOON } from '../../../../test/due-follow-up.ts';
import { sending, type Sending } from '../../../../test/sends.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(NOON));

const askByWidget = (contractorId: string, given: object = {}) =>
  fetch(`${lab.app.url}/api/widget/v1/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      contractorId,
      name: 'Dana Whitfield',
      email: 'dana@example.com',
      perimeter: 184,
      gateCount: 1,
      smsConsent: false,
      idempotencyKey: crypto.randomUUID(),
      ...given,
    }),
  });

const companyOf = (email: string): Promise<CompanyRow> =>
  lab.app.deps.system.selectFrom('company_profiles').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

describe('an unconfirmed sign-up', () => {
  test('causes only an email with the code, whatever is submitted through its widget', async () => {
    const victim = 'victim@example.org';
    await lab.app.browser().trpc.auth.signUp.mutate({ email: victim, password: PASSWORD, name: 'Mallory' });
    const company = await companyOf(victim);
    const third = 'third@example.org';
    await askByWidget(company.contractor_id, { email: third, notes: 'Your account is locked: https://evil.example' });
    await lab.drain(company);
    expect(lab.mails(victim).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Confirm your email address'),
    ]);
    expect(lab.mails(third)).toEqual([]);
  });
});

const confirm = ({ company }: Sending) =>
  lab.app.deps.system
    .updateTable('company_profiles')
    .set({ email_confirmed_at: lab.app.clock.now() })
    .where('id', '=', company.id)
    .execute();

const NOT_CONFIRMED = {
  cause: {
    code: 'NOT_CONFIRMED',
    nextStep: 'confirm_email',
    message: expect.stringMatching(/^Confirm your company email first/) as string,
  },
};

describe('a company with an unconfirmed email', () => {
  test('gets an error from everything that sends, and can still save drafts', async () => {
    const open = await sending(lab);
    await open.estimate();
    await lab.app.deps.system
      .updateTable('company_profiles')
      .set({ email_confirmed_at: null })
      .where('id', '=', open.company.id)
      .execute();
    await expect(open.estimate()).rejects.toMatchObject(NOT_CONFIRMED);
    await expect(open.caller.estimates.resend({ leadId: open.lead.id })).rejects.toMatchObject(NOT_CONFIRMED);
    await expect(open.type()).rejects.toMatchObject(NOT_CONFIRMED);
    await expect(open.type({ channel: 'sms' })).rejects.toMatchObject(NOT_CONFIRMED);
    await expect(open.follow()).rejects.toMatchObject(NOT_CONFIRMED);
    await expect(open.caller.followUps.startMany({ leadIds: [open.lead.id] })).rejects.toMatchObject(NOT_CONFIRMED);
    expect(await open.follow(false)).toMatchObject({ active: false });
    await confirm(open);
    expect(await open.follow()).toMatchObject({ active: true });
  });

  test('gets the confirmation error before errors about a missing plan or missing details', async () => {
    const open = await sending(lab, {
      email_confirmed_at: null,
      subscription: null,
      postal_address: null,
      phone: null,
    });
    await expect(open.estimate()).rejects.toMatchObject(NOT_CONFIRMED);
    await confirm(open);
    await expect(open.estimate()).rejects.toMatchObject({ cause: { code: 'APP_ERROR' } });
  });

  test('sends no waiting message until it confirms, and none after 72 hours', async () => {
    const made = await Promise.all([sending(lab), sending(lab)]);
    for (const open of made) {
      await open.type();
      await open.estimate();
      await lab.app.deps.system
        .updateTable('company_profiles')
        .set({ email_confirmed_at: null })
        .where('id', '=', open.company.id)
        .execute();
      const schedule = await lab.app.a.schedule(open.company, open.lead, { channel: 'email' });
      await lab.app.a.followUp(schedule, { channel: 'email' });
      await lab.drain(open.company);
      expect(lab.mails(open.lead.email)).toEqual([]);
      for (const { due_at: dueAt } of [
        ...(await lab.otherMessages(open.company)),
        ...(await lab.followUps(open.company)),
      ])
        expect(dueAt?.getTime()).toBeGreaterThan(lab.app.clock.now().getTime());
    }
    const [soon, late] = made;
    if (!soon || !late) throw new Error('no scene');
    lab.app.clock.advance(HOUR);
    await confirm(soon);
    await lab.drain(soon.company);
    expect(lab.mails(soon.lead.email).map(({ subject }) => subject)).toHaveLength(3);
    lab.app.clock.advance(3 * DAY);
    await lab.drain(late.company);
    expect(lab.mails(late.lead.email)).toEqual([]);
    const sent = (await lab.otherMessages(late.company)).filter(({ kind }) => !kind.startsWith('reminder.'));
    expect(sent).toMatchObject(
      sent.map(() => ({ status: 'skipped', reason: expect.stringMatching(/^Confirm your company email/) as string })),
    );
    expect((await lab.followUps(late.company)).map(({ status }) => status)).toEqual(['skipped']);
  });

  test('still sends its owner’s account codes', async () => {
    const open = await sending(lab, { email_confirmed_at: null });
    const { email } = await lab.app.deps.system
      .selectFrom('users')
      .select('email')
      .where('id', '=', open.company.user_id)
      .executeTakeFirstOrThrow();
    await lab.app.browser().trpc.auth.requestCode.mutate({ email });
    await lab.drain(open.company);
    expect(lab.mails(email)).toHaveLength(1);
  });
});

test('a company whose owner never confirmed their account sends nothing, even if everything else is confirmed', async () => {
  const owner = await lab.app.a.user({ email_verified_at: null });
  const open = await sending(lab, { user_id: owner.id });
  await expect(open.type()).rejects.toMatchObject({ cause: { code: 'NOT_CONFIRMED' } });
  const schedule = await lab.app.a.schedule(open.company, open.lead, { channel: 'email' });
  await lab.app.a.followUp(schedule, { channel: 'email' });
  await lab.drain(open.company);
  expect(lab.mails(open.lead.email)).toEqual([]);
});
