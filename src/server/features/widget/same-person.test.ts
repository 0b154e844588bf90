import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { CONSENT_VERSION } from '#shared/features/permission/text-consent.words.ts';
import { HOUR, MINUTE } from '#shared/primitives/durations.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';
import { newPhone } from '../../../../test/due-follow-up.ts';
import { type WidgetPosts, widgetPosts } from '../../../../test/widget-posts.ts';
import { ticketOf } from '../../../../test/widget-ticket.ts';
import type { AnyTimelineData } from '#shared/features/timeline/timeline.schema.ts';

let app: TestApp;
let company: CompanyRow;
let caller: Caller;
let widget: WidgetPosts;
let phone: string;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'loopback' } });
  widget = widgetPosts(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await app.a.company({ widget_instant_quotes: true });
  await app.a.material(company);
  caller = await app.callerFor(company);
  phone = newPhone();
});

const agreed = { smsConsent: true, consentVersion: CONSENT_VERSION };
/** Returns the same person's form with a new idempotency key and a new ticket. */
const again = (form: object, given: object = {}) => {
  const { idempotencyKey, ticket } = widget.lead(company);
  return { ...form, idempotencyKey, ticket, ...given };
};
const queued = (leadId: string) =>
  app.deps.system
    .selectFrom('messages')
    .select(['kind', 'channel', 'to_address', 'status'])
    .where('lead_id', '=', leadId as LeadRow['id'])
    .orderBy('id')
    .execute();
const notes = async (leadId: string) =>
  (await caller.leads.timeline({ leadId })).items
    .filter(({ kind }) => kind === 'note')
    .map(({ data }: { data: AnyTimelineData }) => data.text);

describe('the same person asking again within an hour', () => {
  it('joins the existing lead: the newer fence replaces the old one, notes are appended, and nothing is resent', async () => {
    const form = widget.lead(company, { notes: 'Two dogs', address: '118 Larkmeadow Ct', zip: '83702' });
    const first = await widget.taken(form);
    app.clock.advance(59 * MINUTE);
    const second = await widget.taken(
      again(form, { perimeter: 200, gateCount: 2, notes: 'Gate on the left', address: '' }),
    );
    expect(second.leadId).toBe(first.leadId);
    expect(second.estimate).toMatchObject({ perimeter: 200, gateCount: 2 });
    const [lead] = await widget.leads(company);
    expect(lead).toMatchObject({
      perimeter_ft: 200,
      gate_count: 2,
      quote_cents: second.estimate?.totalCents,
      notes: 'Two dogs\n\nGate on the left',
      address: '118 Larkmeadow Ct',
      created_at: new Date(app.clock.now().getTime() - 59 * MINUTE),
    });
    expect(await queued(first.leadId)).toHaveLength(2);
    expect(await notes(first.leadId)).toEqual([
      'Sent the form again. Changed: 200 ft (was 184 ft), 2 gates (was 1 gate).',
    ]);
  });

  it('creates another lead after an hour, and a joined request is still recognized by its key', async () => {
    const form = widget.lead(company);
    const joined = again(form, { perimeter: 200 });
    const { leadId } = await widget.taken(form);
    expect((await widget.taken(joined)).leadId).toBe(leadId);
    app.clock.advance(HOUR + MINUTE);
    expect((await widget.taken(joined)).leadId).toBe(leadId);
    expect((await widget.taken(again(form))).leadId).not.toBe(leadId);
  });

  it('creates one lead from two concurrent requests', async () => {
    const form = widget.lead(company);
    const answers = await Promise.all(Array.from({ length: 6 }, () => widget.taken(again(form))));
    expect(new Set(answers.map(({ leadId }) => leadId)).size).toBe(1);
    expect(await queued(answers[0]?.leadId ?? '')).toHaveLength(2);
  });

  it('with a corrected email updates the lead’s address, and the reply is sent there once', async () => {
    const form = widget.lead(company, { phone, email: `dana.wrong${phone}@example.com` });
    const { leadId } = await widget.taken(form);
    await app.deps.system
      .updateTable('messages')
      .set({ status: 'sent' })
      .where('lead_id', '=', leadId as never)
      .execute();
    const right = `dana.right${phone}@example.com`;
    const corrected = again(form, { email: right, name: ` ${form.name.toUpperCase()} ` });
    expect((await widget.taken(corrected)).leadId).toBe(leadId);
    expect((await widget.taken(again(corrected))).leadId).toBe(leadId);
    expect(await widget.heldFor(company)).toEqual([null]);
    expect((await widget.leads(company))[0]?.email).toBe(right);
    expect(await queued(leadId)).toMatchObject([
      { to_address: form.email, status: 'sent' },
      { kind: 'lead.notice', status: 'sent' },
      { kind: 'lead.received', to_address: right, status: 'scheduled' },
    ]);
    expect((await notes(leadId)).at(-1)).toBe(`Sent the form again. Changed: ${right} (was ${form.email}).`);
  });

  it('with an email corrected before the reply was sent gets the reply at the new address only', async () => {
    const form = widget.lead(company, { phone, email: `dana.wrong${phone}@example.com` });
    const { leadId } = await widget.taken(form);
    const right = `dana.right${phone}@example.com`;
    await widget.taken(again(form, { email: right }));
    const replies = (await queued(leadId)).filter(({ kind }) => kind === 'lead.received');
    expect(replies).toMatchObject([{ to_address: right, status: 'scheduled' }]);
  });

  it('gets no reply at a corrected address that had three first messages today, and the timeline says so', async () => {
    const crowded = `crowded${phone}@example.com`;
    for (let others = 0; others < 3; others += 1) {
      const other = await app.a.company();
      await widget.taken({ ...widget.lead(other), email: crowded });
    }
    const form = widget.lead(company, { phone });
    const { leadId } = await widget.taken(form);
    await widget.taken(again(form, { email: crowded }));
    expect((await widget.leads(company))[0]).toMatchObject({ email: crowded, held_at: null });
    expect(await queued(leadId)).toMatchObject([{ status: 'cancelled' }, { kind: 'lead.notice' }]);
    const { items } = await caller.leads.timeline({ leadId });
    expect(items.find((event) => event.kind === 'message_skipped')?.data.reason).toMatch(/too many first messages/);
  });

  it('has consent given the second time recorded, and then gets the text', async () => {
    const form = widget.lead(company, { phone });
    const { leadId } = await widget.taken(form);
    await widget.taken(again(form, agreed));
    await widget.taken(again(form, agreed));
    const consents = app.deps.system
      .selectFrom('consents')
      .select('phone')
      .where('lead_id', '=', leadId as never);
    expect(await consents.execute()).toEqual([{ phone }, { phone }]);
    expect((await queued(leadId)).filter(({ channel }) => channel === 'sms')).toMatchObject([{ to_address: phone }]);
  });

  it('can’t replace name and phone by knowing only the email', async () => {
    const form = widget.lead(company, { phone });
    const { leadId } = await widget.taken(form);
    const other = newPhone();
    expect((await widget.taken(again(form, { name: 'Mallory', phone: other, ...agreed }))).leadId).toBe(leadId);
    expect((await widget.leads(company))[0]).toMatchObject({ name: form.name, phone });
    expect((await queued(leadId)).filter(({ channel }) => channel === 'sms')).toEqual([]);
    expect((await notes(leadId))[0]).toMatch(/Not changed on the lead: Mallory/);
  });

  it('with another email and another phone is another person', async () => {
    const form = widget.lead(company, { phone });
    const { leadId } = await widget.taken(form);
    const other = await widget.taken(again(form, { email: `x${form.email}`, phone: newPhone() }));
    expect(other.leadId).not.toBe(leadId);
  });

  it('doesn’t join an archived or lost lead, where nobody would see it', async () => {
    const form = widget.lead(company);
    const { leadId } = await widget.taken(form);
    await caller.leads.archive({ leadId, archived: true });
    expect((await widget.taken(again(form))).leadId).not.toBe(leadId);
  });

  it('keeps the fence of a sent estimate, and records the new request', async () => {
    const form = widget.lead(company);
    const { leadId } = await widget.taken(form);
    await app.deps.system
      .updateTable('leads')
      .set({ estimate_sent_at: app.clock.now() })
      .where('id', '=', leadId as never)
      .execute();
    await widget.taken(again(form, { perimeter: 300 }));
    expect((await widget.leads(company))[0]).toMatchObject({ perimeter_ft: 184 });
    expect(await notes(leadId)).toEqual(['Sent the form again. Not changed on the lead: 300 ft.']);
  });

  it('keeps an open question unanswered, because the form doesn’t answer it', async () => {
    const form = widget.lead(company);
    const { leadId } = await widget.taken(form);
    await app.deps.system
      .updateTable('leads')
      .set({ awaits_answer: 'question', awaits_since: app.clock.now() })
      .where('id', '=', leadId as never)
      .execute();
    await widget.taken(again(form));
    expect((await widget.leads(company))[0]).toMatchObject({ awaits_answer: 'question', unread_count: 0 });
  });
});

describe('a suspicious request', () => {
  it('changes no accepted lead, and is in Review once, however often it’s sent', async () => {
    const form = widget.lead(company, { phone });
    const { leadId } = await widget.taken(form);
    const robots = [
      { ticket: undefined, perimeter: 1 },
      { ticket: undefined, perimeter: 2 },
      { website: 'x', perimeter: 3 },
    ];
    const answers: string[] = [];
    for (const given of robots) answers.push((await widget.taken(again(form, given))).leadId);
    expect(new Set(answers).size).toBe(1);
    expect(answers).not.toContain(leadId);
    expect(await widget.leads(company)).toMatchObject([
      { id: leadId, perimeter_ft: 184, held_for: [] },
      { perimeter_ft: 3, held_for: ['ticket_missing', 'honeypot'] },
    ]);
  });

  it('doesn’t block the homeowner: their own request is accepted, whatever is held in their name', async () => {
    const form = widget.lead(company);
    await widget.taken(again(form, { ticket: 'forged' }));
    const { leadId } = await widget.taken(form);
    expect(await caller.leads.get({ leadId })).toMatchObject({ held: false });
    expect(await queued(leadId)).toHaveLength(2);
  });

  it('joins at most 20 times; further requests are held', async () => {
    const form = widget.lead(company);
    await widget.taken(form);
    for (let times = 0; times < 20; times += 1) await widget.taken(again(form));
    await widget.taken(again(form));
    expect(await widget.heldFor(company)).toEqual([null, ['repeated']]);
  });

  it('uses one of its ticket’s leads for each email address that it would have messaged', async () => {
    const ticket = ticketOf(company, app);
    const form = widget.lead(company, { phone, ticket });
    for (let times = 0; times < 6; times += 1)
      await widget.taken(again(form, { ticket, email: `victim${times}${phone}@example.com` }));
    expect(await widget.heldFor(company)).toEqual([null, ['ticket_used_up']]);
  });
});
