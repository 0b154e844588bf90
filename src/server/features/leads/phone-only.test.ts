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

/** Adds a person who called as a lead by hand. `agreed` means that they agreed to texts on the phone. */
const called = (given: { phone?: string; name?: string; agreed?: boolean } = {}) =>
  caller.leads.create({
    name: given.name ?? 'Nora Vance',
    phone: given.phone ?? newPhone(),
    ...(given.agreed === false ? {} : { smsConsent: { method: 'verbal' as const } }),
  });
const estimateFor = (leadId: string) => caller.estimates.send({ leadId, perimeter: 100, gateCount: 1, materialId });
const addresses = async () => (await lab.otherMessages(company)).map(({ channel, to_address: to }) => [channel, to]);

describe('a lead entered by hand', () => {
  test('requires a phone, but no email', async () => {
    const lead = await called({ phone: '+12085554001' });
    expect(lead).toMatchObject({ name: 'Nora Vance', email: null, phone: '+12085554001' });
    const { items } = await caller.leads.list({ search: '555-4001', sort: 'name' });
    expect(items.map(({ id }) => id)).toEqual([lead.id]);
    expect((await caller.leads.list({ search: 'nora' })).items).toHaveLength(1);
  });

  test('with neither is refused, with the error at the email field', async () => {
    const refusal = 'Enter an email or a phone number, such as dana@example.com or (208) 555-0144';
    await expect(caller.leads.create({ name: 'Nora Vance', email: ' ', phone: '' })).rejects.toThrow(refusal);
    const read = leadCreateInput.safeParse({ name: '' });
    expect(read.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['name', 'Enter a name'],
      ['email', refusal],
    ]);
    const wrong = leadCreateInput.safeParse({ name: 'Nora Vance', phone: '12' });
    expect(wrong.error?.issues.map(({ path }) => path[0])).toEqual(['phone']);
  });

  test('keeps at least one of the two when it’s edited', async () => {
    const lead = await called();
    await expect(caller.leads.update({ leadId: lead.id, phone: null })).rejects.toMatchObject({
      cause: { fields: { phone: 'Enter an email or a phone number, such as dana@example.com or (208) 555-0144' } },
    });
    const reached = await caller.leads.update({ leadId: lead.id, email: 'nora@example.com' });
    expect(reached.email).toBe('nora@example.com');
    expect((await caller.leads.update({ leadId: lead.id, email: null })).email).toBeNull();
    await caller.leads.update({ leadId: lead.id, email: 'nora@example.com', phone: '' });
    await expect(caller.leads.update({ leadId: lead.id, email: '' })).rejects.toMatchObject({
      cause: { fields: { email: 'Enter an email or a phone number, such as dana@example.com or (208) 555-0144' } },
    });
  });

  test('can be imported from a file and exported to one', async () => {
    const file = 'Name,Phone,SMS consent\nNora Vance,(208) 555-4002,verbal\nNobody,,\n';
    const answer = await caller.leads.importCsv({ csv: file });
    expect(answer).toMatchObject({ added: 1, wrong: 1 });
    expect(answer.rows[1]?.fields).toEqual({
      email: 'Enter an email or a phone number, such as dana@example.com or (208) 555-0144',
    });
    const { csv } = await caller.leads.exportCsv({});
    expect(csv).toContain('"Nora Vance","","(208) 555-4002"');
    const again = await caller.leads.importCsv({ csv });
    expect(again).toMatchObject({ added: 0, already: 1 });
  });

  test('is a duplicate of a lead with the same phone, but not of every lead without an email', async () => {
    const phone = newPhone();
    const first = await called({ phone });
    await called({ name: 'Omar Reyes' });
    const same = await lab.app.a.lead(company, { phone, email: 'nora@example.com', name: 'Nora Vance' });
    const alike = await caller.leads.duplicates({ leadId: first.id });
    expect(alike.items.map(({ id }) => id)).toEqual([same.id]);
    const typed = await caller.leads.known({ email: 'NORA@example.com', phone: '208' });
    expect(typed.items.map(({ id }) => id)).toEqual([same.id]);
    expect((await caller.leads.known({ email: 'nora@', phone })).items).toHaveLength(2);
    expect((await caller.leads.known({ email: 'nora@', phone: '' })).items).toEqual([]);
    const kept = await caller.leads.merge({ leadId: first.id, otherLeadId: same.id });
    expect(kept).toMatchObject({ phone, email: 'nora@example.com' });
  });
});

describe('an estimate for a lead without an email', () => {
  test('is texted as a short link if the lead agreed to texts', async () => {
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

  test('is refused with the reason and the fix if the lead can’t be texted, and uses no quote', async () => {
    const lead = await called({ agreed: false });
    const before = (await caller.subscription.check()).quotesRemaining;
    expect(await refusalOf(estimateFor(lead.id))).toMatchObject({
      code: 'SMS_NOT_ALLOWED',
      message:
        'Nora has no email address, and we can’t send texts: No consent on file for texts to this number. Add an email address to send the estimate',
    });
    expect((await caller.subscription.check()).quotesRemaining).toBe(before);
    expect(await addresses()).toEqual([]);
    await caller.leads.update({ leadId: lead.id, email: 'nora@example.com' });
    await estimateFor(lead.id);
    expect(await addresses()).toEqual([['email', 'nora@example.com']]);
  });

  test('is signed without emailing the homeowner, who gets the copy by text, and the contractor is notified', async () => {
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
    expect(lab.texts(lead.phone).at(-1)?.text).toMatch(/Your signed copy: http\S+\/e\//);
    const page = await fetch(`${lab.app.url}/estimate/${token}`);
    expect(await page.text()).not.toContain('null');
  });
});

describe('other messages to a lead without an email', () => {
  test('follow-ups are texted; with email alone they’re refused, and with both channels the emails are skipped', async () => {
    const lead = await called();
    const steps = [{ day: 1, message: 'Hi {{name}}' }];
    expect(
      await refusalOf(caller.followUps.save({ leadId: lead.id, channel: 'email', active: true, steps })),
    ).toMatchObject({ code: 'CONFLICT', message: 'We can’t email Nora Vance. No email address' });
    const both = await caller.followUps.save({ leadId: lead.id, channel: 'both', active: true, steps });
    expect(both.steps[0]?.messages).toMatchObject([
      { channel: 'sms', status: 'scheduled' },
      { channel: 'email', status: 'skipped', reason: 'No email address' },
    ]);
  });

  test('a typed email is refused with the reason, which is also shown beforehand', async () => {
    const lead = await called();
    expect(await refusalOf(typeTo(caller, lead.id))).toMatchObject({ message: 'No email address' });
    expect(await caller.messages.ways({ leadId: lead.id })).toMatchObject({
      sms: { allowed: true },
      email: { allowed: false, reason: 'No email address' },
    });
    expect(await caller.leads.mailState({ leadId: lead.id })).toMatchObject({ allowed: false, canResume: false });
  });

  test('reminders are scheduled by text, but not by email', async () => {
    await caller.reminders.updateSettings(
      settingsOf({ not_viewed: { channel: 'both' }, expiring: { channel: 'email' } }),
    );
    const lead = await called();
    await estimateFor(lead.id);
    const kinds = (await lab.otherMessages(company)).map(({ kind, channel }) => `${kind} ${channel}`);
    expect(kinds.toSorted()).toEqual(['estimate.sent sms', 'reminder.not_viewed sms']);
  });

  test('messages to a removed email address are canceled, and none is sent to an empty address', async () => {
    const lead = await called();
    await caller.leads.update({ leadId: lead.id, email: 'nora@example.com' });
    await estimateFor(lead.id);
    await caller.leads.update({ leadId: lead.id, email: null });
    const mail = (await lab.otherMessages(company)).find(({ channel }) => channel === 'email');
    expect(mail).toMatchObject({ status: 'cancelled', reason: 'The lead no longer has an email address' });
    await lab.drain(company);
    expect(lab.mails('nora@example.com')).toEqual([]);
    expect((await addresses()).filter(([, to]) => to === '')).toEqual([]);
  });
});
