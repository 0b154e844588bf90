import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { leadCreateInput } from '#shared/features/leads/lead-edits.schema.ts';
import type { Caller } from '../../../../test/caller.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { newPhone, NOON } from '../../../../test/due-follow-up.ts';
import { settingsOf } from '../../../../test/reminders.ts';
import { refusalOf, typeTo } from '../../../../test/sends.ts';

let lab: DeliveryLab;
let company: CompanyRow;
let caller: Caller;
let materialId: string;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(async () => {
  lab.app.clock.set(NOON);
  company = await lab.app.a.company({ name: 'Acme Fence' });
  caller = await lab.app.callerFor(company);
  materialId = (await lab.app.a.material(company)).id;
});

/** Adds a caller by hand. `agreed` means that they agreed to texts on the phone. */
const called = (given: { phone?: string; name?: string; agreed?: boolean } = {}) =>
  caller.leads.create({
    name: given.name ?? 'Nora Vance',
    phone: given.phone ?? newPhone(),
    ...(given.agreed === false ? {} : { smsConsent: { method: 'verbal' as const } }),
  });
const estimateFor = (leadId: string) => caller.estimates.send({ leadId, perimeter: 100, gateCount: 1, materialId });
const addresses = async () => (await lab.outbox(company)).map(({ channel, to_address: to }) => [channel, to]);

describe('a lead by hand', () => {
  test('needs a phone and no email', async () => {
    const lead = await called({ phone: '+12085554001' });
    expect(lead).toMatchObject({ name: 'Nora Vance', email: null, phone: '+12085554001' });
    const { items } = await caller.leads.list({ search: '555-4001', sort: 'name' });
    expect(items.map(({ id }) => id)).toEqual([lead.id]);
    expect((await caller.leads.list({ search: 'nora' })).items).toHaveLength(1);
  });

  test('with neither is refused beside the email', async () => {
    const refusal = 'Enter an email address or a phone number';
    await expect(caller.leads.create({ name: 'Nora Vance', email: ' ', phone: '' })).rejects.toThrow(refusal);
    const read = leadCreateInput.safeParse({ name: '' });
    expect(read.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['name', 'Enter a name'],
      ['email', refusal],
    ]);
    const wrong = leadCreateInput.safeParse({ name: 'Nora Vance', phone: '12' });
    expect(wrong.error?.issues.map(({ path }) => path[0])).toEqual(['phone']);
  });

  test('keeps one of the two when it is edited', async () => {
    const lead = await called();
    await expect(caller.leads.update({ leadId: lead.id, phone: null })).rejects.toMatchObject({
      cause: { fields: { phone: 'Enter an email address or a phone number' } },
    });
    const reached = await caller.leads.update({ leadId: lead.id, email: 'nora@example.com' });
    expect(reached.email).toBe('nora@example.com');
    expect((await caller.leads.update({ leadId: lead.id, email: null })).email).toBeNull();
    await caller.leads.update({ leadId: lead.id, email: 'nora@example.com', phone: '' });
    await expect(caller.leads.update({ leadId: lead.id, email: '' })).rejects.toMatchObject({
      cause: { fields: { email: 'Enter an email address or a phone number' } },
    });
  });

  test('comes from a file and goes back into one', async () => {
    const file = 'Name,Phone,SMS consent\nNora Vance,(208) 555-4002,verbal\nNobody,,\n';
    const answer = await caller.leads.importCsv({ csv: file });
    expect(answer).toMatchObject({ added: 1, wrong: 1 });
    expect(answer.rows[1]?.fields).toEqual({ email: 'Enter an email address or a phone number' });
    const { csv } = await caller.leads.exportCsv({});
    expect(csv).toContain('"Nora Vance","","(208) 555-4002"');
    const again = await caller.leads.importCsv({ csv });
    expect(again).toMatchObject({ added: 0, already: 1 });
  });

  test('is the same person as another with its phone, not as every other without an email', async () => {
    const phone = newPhone();
    const first = await called({ phone });
    await called({ name: 'Omar Reyes' });
    const same = await lab.app.a.lead(company, { phone, email: 'nora@example.com', name: 'Nora Vance' });
    const alike = await caller.leads.duplicates({ leadId: first.id });
    expect(alike.items.map(({ id }) => id)).toEqual([same.id]);
    const kept = await caller.leads.merge({ leadId: first.id, otherLeadId: same.id });
    expect(kept).toMatchObject({ phone, email: 'nora@example.com' });
  });
});

describe('an estimate for a caller', () => {
  test('goes by text, with the short link, where they agreed to texts', async () => {
    const lead = await called();
    await estimateFor(lead.id);
    expect(await addresses()).toEqual([['sms', lead.phone]]);
    await lab.drain(company);
    expect(lab.texts(lead.phone)).toHaveLength(1);
    expect(lab.texts(lead.phone)[0]?.text).toMatch(/your fence estimate .* is ready: http/);
    expect((await caller.leads.get({ leadId: lead.id })).status).toBe('estimate_sent');
    await caller.estimates.resend({ leadId: lead.id });
    expect((await addresses()).every(([channel]) => channel === 'sms')).toBe(true);
  });

  test('is refused with the reason and what to do where no text may go; no quote is spent', async () => {
    const lead = await called({ agreed: false });
    const before = (await caller.subscription.check()).quotesRemaining;
    expect(await refusalOf(estimateFor(lead.id))).toMatchObject({
      code: 'SMS_NOT_ALLOWED',
      message:
        'Nora has no email address and can’t be texted: No consent on file for texts to this number. Add an email to send the estimate',
    });
    expect((await caller.subscription.check()).quotesRemaining).toBe(before);
    expect(await addresses()).toEqual([]);
    await caller.leads.update({ leadId: lead.id, email: 'nora@example.com' });
    await estimateFor(lead.id);
    expect(await addresses()).toEqual([['email', 'nora@example.com']]);
  });

  test('is signed and leaves no email behind; the contractor hears of it', async () => {
    const lead = await called();
    const { url } = await estimateFor(lead.id);
    const token = url.split('/').at(-1) ?? '';
    const visitor = lab.app.browser();
    await visitor.trpc.estimatePage.ask.mutate({ token, question: 'Is the gate included?' });
    await visitor.trpc.estimatePage.accept.mutate({ token, name: 'Nora Vance', agreed: true });
    await lab.drain(company);
    const toCompany = lab.mails(company.email).map(({ subject, text }) => `${subject}\n${text}`);
    expect(toCompany.join('\n')).toContain('Call or text Nora Vance to answer');
    expect(toCompany.join('\n')).toContain('Nora Vance accepted');
    expect(toCompany.join('\n')).not.toContain('null');
    expect((await addresses()).filter(([channel, to]) => channel === 'email' && to !== company.email)).toEqual([]);
    const page = await fetch(`${lab.app.url}/estimate/${token}`);
    expect(await page.text()).not.toContain('null');
  });
});

describe('other messages to a caller', () => {
  test('follow-ups go by text; by email they are refused, of both ways the emails are skipped', async () => {
    const lead = await called();
    const steps = [{ day: 1, message: 'Hi {{name}}' }];
    expect(
      await refusalOf(caller.followUps.save({ leadId: lead.id, channel: 'email', active: true, steps })),
    ).toMatchObject({ code: 'CONFLICT', message: 'Emails can’t be sent to Nora Vance. No email address' });
    const both = await caller.followUps.save({ leadId: lead.id, channel: 'both', active: true, steps });
    expect(both.steps[0]?.messages).toMatchObject([
      { channel: 'sms', status: 'scheduled' },
      { channel: 'email', status: 'skipped', reason: 'No email address' },
    ]);
  });

  test('a typed email is refused with the reason, and the way is closed beforehand', async () => {
    const lead = await called();
    expect(await refusalOf(typeTo(caller, lead.id))).toMatchObject({ message: 'No email address' });
    expect(await caller.messages.ways({ leadId: lead.id })).toMatchObject({
      sms: { allowed: true },
      email: { allowed: false, reason: 'No email address' },
    });
    expect(await caller.leads.mailState({ leadId: lead.id })).toMatchObject({ allowed: false, canResume: false });
  });

  test('reminders by email are not planned, those by text are', async () => {
    await caller.reminders.updateSettings(
      settingsOf({ not_viewed: { channel: 'both' }, expiring: { channel: 'email' } }),
    );
    const lead = await called();
    await estimateFor(lead.id);
    const kinds = (await lab.outbox(company)).map(({ kind, channel }) => `${kind} ${channel}`);
    expect(kinds.toSorted()).toEqual(['estimate.sent sms', 'reminder.not_viewed sms']);
  });

  test('what waits for an address that is taken away is called off, and nothing has an empty one', async () => {
    const lead = await called();
    await caller.leads.update({ leadId: lead.id, email: 'nora@example.com' });
    await estimateFor(lead.id);
    await caller.leads.update({ leadId: lead.id, email: null });
    const mail = (await lab.outbox(company)).find(({ channel }) => channel === 'email');
    expect(mail).toMatchObject({ status: 'cancelled', reason: 'The lead no longer has an email address' });
    await lab.drain(company);
    expect(lab.mails('nora@example.com')).toEqual([]);
    expect((await addresses()).filter(([, to]) => to === '')).toEqual([]);
  });
});
