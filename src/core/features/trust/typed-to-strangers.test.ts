import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { widgetLeadAnswer } from '#shared/features/widget/widget.schema.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { newPhone, NOON } from '../../../../test/due-follow-up.ts';
import { fulfilled, refusalOf, sending, type Sending, typeTo } from '../../../../test/sends.ts';
import { ticketOf } from '../../../../test/widget-ticket.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(NOON));

/** Receives a message from the lead's own email address. It may be an automatic reply. */
const receiveReply = ({ company, lead }: Sending, automated = false) =>
  lab.app.deps.system
    .insertInto('messages')
    .values({
      company_id: company.id,
      lead_id: lead.id,
      direction: 'in',
      channel: 'email',
      kind: 'reply',
      from_address: lead.email,
      to_address: 'reply@picket.test',
      subject: 'Re: Your fence',
      body: 'Saturday is fine.',
      status: 'received',
      provider_id: null,
      error_code: null,
      automated,
      at: lab.app.clock.now(),
    })
    .execute();

describe('a free account', () => {
  test('can’t type an email to a person it entered itself', async () => {
    const { company, caller } = await sending(lab, { subscription: null });
    const victim = await caller.leads.create({ name: 'Victim', email: 'victim@example.org' });
    expect(await refusalOf(typeTo(caller, victim.id))).toMatchObject({
      code: 'SUBSCRIPTION_REQUIRED',
      nextStep: 'choose_plan',
    });
    await lab.drain(company);
    expect(lab.mails('victim@example.org')).toEqual([]);
  });

  test('can type a few emails a day to a homeowner who made a request, until they write back', async () => {
    const open = await sending(lab, { subscription: null });
    const outcomes = [];
    for (let nth = 1; nth <= 120; nth += 1) outcomes.push(...(await Promise.allSettled([open.type()])));
    expect(fulfilled(outcomes)).toBe(3);
    await lab.drain(open.company);
    expect(lab.mails(open.lead.email)).toHaveLength(3);
    await receiveReply(open);
    await open.type();
  });

  test('can answer a homeowner who used the widget', async () => {
    const { company, caller } = await sending(lab, { subscription: null });
    const asked = await fetch(`${lab.app.url}/api/widget/v1/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        contractorId: company.contractor_id,
        name: 'Dana Whitfield',
        email: 'dana.asked@example.com',
        perimeter: 184,
        gateCount: 1,
        smsConsent: false,
        idempotencyKey: crypto.randomUUID(),
        ticket: ticketOf(company, lab.app),
      }),
    });
    const { leadId } = widgetLeadAnswer.parse(await asked.json());
    await typeTo(caller, leadId);
    await lab.drain(company);
    const typed = lab.mails('dana.asked@example.com').at(-1);
    expect(typed?.text).toContain('Saturday at 9 works for us');
    expect(typed?.headers).not.toHaveProperty('list-unsubscribe');
  });
});

describe('a person entered by the company', () => {
  const byHand = { source: 'manual' } as const;

  test('can be emailed and texted only with a plan or a credit', async () => {
    const phone = newPhone();
    const open = await sending(lab, { subscription: null }, { ...byHand, phone });
    await lab.app.a.consent(open.company, open.lead, { method: 'written' });
    const refused = { cause: { code: 'SUBSCRIPTION_REQUIRED', nextStep: 'choose_plan' } };
    await expect(open.type()).rejects.toMatchObject(refused);
    await expect(open.type({ channel: 'sms' })).rejects.toMatchObject(refused);
    const credits = await sending(
      lab,
      { subscription: { subscribed: false, subscription_tier: 'pay_as_you_go', credits_bought_at: new Date() } },
      byHand,
    );
    await credits.type();
    await lab.drain(credits.company);
    expect(lab.mails(credits.lead.email)).toHaveLength(1);
  });

  test('includes a homeowner whose email address the company changed after their request', async () => {
    const open = await sending(lab, { subscription: null });
    await open.caller.leads.update({ leadId: open.lead.id, email: 'somebody.else@example.org' });
    await expect(open.type()).rejects.toMatchObject({ cause: { code: 'SUBSCRIPTION_REQUIRED' } });
    await open.caller.leads.update({ leadId: open.lead.id, email: open.lead.email });
    await open.type();
  });

  test('gets a working unsubscribe link and the postal address in every typed email (C22, C24)', async () => {
    const open = await sending(lab, {}, byHand);
    await open.type();
    await lab.drain(open.company);
    const [mail] = lab.mails(open.lead.email);
    expect(mail?.headers).toMatchObject({ 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' });
    const [url = ''] = /https?:\S+\/unsubscribe\/\S+/.exec(mail?.text ?? '') ?? [];
    expect(mail?.headers?.['list-unsubscribe']).toBe(`<${url}>`);
    await open.type({ text: 'One more' });
    expect((await fetch(`${lab.app.url}${URL.parse(url)?.pathname}`, { method: 'POST' })).status).toBe(200);
    await lab.drain(open.company);
    expect(lab.mails(open.lead.email)).toHaveLength(1);
    await expect(open.type()).rejects.toMatchObject({ cause: { message: 'Unsubscribed from emails' } });
    expect(await open.caller.messages.ways({ leadId: open.lead.id })).toMatchObject({
      email: { allowed: false, reason: 'Unsubscribed from emails' },
    });
    const nowhere = await sending(lab, { postal_address: null }, byHand);
    await expect(nowhere.type()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('postal address') as string },
    });
  });

  test('can be answered normally after writing back, even without a plan, but not after an automatic reply', async () => {
    const open = await sending(lab, {}, byHand);
    await receiveReply(open, true);
    await open.type();
    await lab.app.deps.system.deleteFrom('subscribers').where('company_id', '=', open.company.id).execute();
    await expect(open.type()).rejects.toMatchObject({ cause: { code: 'SUBSCRIPTION_REQUIRED' } });
    await receiveReply(open);
    await open.type({ text: 'Gladly' });
    await lab.drain(open.company);
    const answer = lab.mails(open.lead.email).find(({ text }) => text.includes('Gladly'));
    expect(answer?.headers).not.toHaveProperty('list-unsubscribe');
    expect(answer?.text).not.toContain('unsubscribe');
  });
});

describe('typed messages', () => {
  test('are limited to ten a day per person who hasn’t written back, and refused messages aren’t counted', async () => {
    const open = await sending(lab);
    const settled = await Promise.allSettled(Array.from({ length: 14 }, () => open.type()));
    expect(fulfilled(settled)).toBe(10);
    expect(await refusalOf(open.type())).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'You can send up to 10 messages a day until this person replies',
      retryAfter: DAY / 1_000,
    });
    lab.app.clock.advance(DAY);
    await open.type();
  });

  test('with the same key count once', async () => {
    const open = await sending(lab, { subscription: null });
    const idempotencyKey = crypto.randomUUID();
    for (let nth = 0; nth < 5; nth += 1) await open.type({ idempotencyKey });
    await open.type();
    await open.type();
    expect(await refusalOf(open.type())).toMatchObject({
      message: 'You can send up to 3 messages a day until this person replies. Choose a plan to send more',
      nextStep: 'choose_plan',
    });
    await open.type({ idempotencyKey });
  });
});
