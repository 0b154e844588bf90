import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSENT_VERSION } from '#shared/features/permission/text-consent.words.ts';
import { DAY, HOUR, MINUTE } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { newPhone } from '../../../../test/due-follow-up.ts';
import { type WidgetPosts, widgetPosts } from '../../../../test/widget-posts.ts';
import type { AnyTimelineData } from '#shared/features/timeline/timeline.schema.ts';

/** 11:30 AM in Boise, within the texting hours. */
const IN_THE_MORNING = '2026-11-17T18:30:00Z';

let lab: DeliveryLab;
let widget: WidgetPosts;
beforeAll(async () => {
  lab = await startDeliveryLab({ env: { TRUST_PROXY: 'loopback' } });
  widget = widgetPosts(lab.app);
});
afterAll(() => lab.close());

const agreed = () => ({ phone: newPhone(), zip: '83702', smsConsent: true, consentVersion: CONSENT_VERSION });

describe('a recipient', { timeout: 60_000 }, () => {
  it('gets one email for twelve posts with one address, and three a day from all companies', async () => {
    const email = `victim${newPhone()}@example.com`;
    const companies = await Promise.all(Array.from({ length: 4 }, () => lab.app.a.company()));
    for (const company of companies)
      for (let times = 0; times < 12; times += 1)
        await widget.taken({ ...widget.lead(company), email }, '198.51.100.9');
    for (const company of companies) await lab.drain(company);
    expect(lab.mails(email)).toHaveLength(3);
    const held = await Promise.all(companies.map((company) => widget.heldFor(company)));
    expect(held).toEqual([[null], [null], [null], [['email_budget']]]);
    lab.app.clock.advance(DAY);
    expect((await widget.taken({ ...widget.lead(companies[3] ?? fail()), email })).leadId).toBeTruthy();
    expect((await widget.heldFor(companies[3] ?? fail())).at(-1)).toBeNull();
  });

  it('is answered by a company that knows them, without spending what strangers have left', async () => {
    lab.app.clock.set(IN_THE_MORNING);
    const person = { ...agreed(), email: `known${newPhone()}@example.com` };
    const [mine, other, another] = await Promise.all(Array.from({ length: 3 }, () => lab.app.a.company()));
    if (!mine || !other || !another) return fail();
    for (let day = 0; day < 2; day += 1) {
      await widget.taken({ ...widget.lead(mine), ...person });
      await lab.drain(mine);
      lab.app.clock.advance(HOUR + MINUTE);
    }
    // Two requests to one company are one first message. Two more companies may write.
    for (const company of [other, another]) await widget.taken({ ...widget.lead(company), email: person.email });
    await widget.taken({ ...widget.lead(other), email: `new${newPhone()}@example.com`, phone: person.phone });
    for (const company of [mine, other, another])
      expect((await widget.heldFor(company)).every((held) => held === null)).toBe(true);
    // Someone who repeats the request gets a limited number of replies.
    for (let times = 0; times < 3; times += 1) {
      lab.app.clock.advance(HOUR + MINUTE);
      await widget.taken({ ...widget.lead(mine), email: person.email });
      await lab.drain(mine);
    }
    expect((await widget.heldFor(mine)).at(-1)).toEqual(['email_budget']);
  });

  it('gets at most two first texts a day, across companies', async () => {
    lab.app.clock.set(IN_THE_MORNING);
    const victim = { ...agreed(), phone: newPhone() };
    const companies = await Promise.all(Array.from({ length: 4 }, () => lab.app.a.company()));
    for (const company of companies) await widget.taken({ ...widget.lead(company), ...victim });
    for (const company of companies) await lab.drain(company);
    expect(lab.texts(victim.phone)).toHaveLength(2);
    const held = await Promise.all(companies.map((company) => widget.heldFor(company)));
    expect(held).toEqual([[null], [null], [['phone_budget']], [['phone_budget']]]);
  });
});

describe('a company', { timeout: 60_000 }, () => {
  it('without a plan messages 20 new recipients a day; known ones don’t count, and none is lost', async () => {
    const company = await lab.app.a.company({ subscription: null });
    const known = widget.lead(company);
    await widget.taken(known);
    for (let people = 0; people < 19; people += 1) await widget.taken(widget.lead(company));
    await widget.taken(widget.lead(company));
    lab.app.clock.advance(HOUR + MINUTE);
    const { idempotencyKey } = widget.lead(company);
    await widget.taken({ ...known, idempotencyKey });
    const held = await widget.heldFor(company);
    expect(held).toHaveLength(22);
    expect(held.filter((reasons) => reasons !== null)).toEqual([['company_budget']]);
  });

  it('sends accepted leads’ messages, but to at most twice as many people', async () => {
    const company = await lab.app.a.company({ subscription: null });
    const people = Array.from({ length: 41 }, () => widget.lead(company));
    for (const person of people) await widget.taken(person);
    const caller = await lab.app.callerFor(company);
    const { items } = await caller.leads.list({ review: true });
    expect(items).toHaveLength(21);
    for (const { id: leadId } of items) {
      expect(await caller.leads.review({ leadId, decision: 'accept' })).toMatchObject({ held: false });
    }
    await lab.drain(company);
    expect(people.filter(({ email }) => lab.mails(email).length === 1)).toHaveLength(40);
    const { items: events } = await caller.leads.timeline({ leadId: items.at(-1)?.id ?? '' });
    expect(
      events.map(({ kind, data }: { kind: string; data: AnyTimelineData }) => [kind, data.reason ?? null]),
    ).toContainEqual(['message_skipped', 'Your company has reached today’s limit for messages to new recipients']);
  });
});

describe('a network', { timeout: 60_000 }, () => {
  it('triggers at most 30 texts to new phones an hour; others wait, but no lead or email does', async () => {
    lab.app.clock.set(IN_THE_MORNING);
    const company = await lab.app.a.company();
    const people = Array.from({ length: 35 }, () => ({ ...widget.lead(company), ...agreed() }));
    for (const person of people) await widget.taken(person, '203.0.113.80');
    await lab.drain(company);
    const texted = () => people.filter(({ phone }) => lab.texts(phone).length === 1).length;
    expect(texted()).toBe(30);
    expect(people.every(({ email }) => lab.mails(email).length === 1)).toBe(true);
    expect((await widget.heldFor(company)).filter((reasons) => reasons !== null)).toEqual([]);
    lab.app.clock.advance(59 * MINUTE);
    await lab.drain(company);
    expect(texted()).toBe(30);
    lab.app.clock.advance(2 * MINUTE);
    await lab.drain(company);
    expect(texted()).toBe(35);
  });
});

const fail = (): never => {
  throw new Error('not there');
};
