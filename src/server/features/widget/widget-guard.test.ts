import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dropOldReservations } from '#core/features/auth/found-account.ts';
import { forgetTickets } from '#core/features/widget/forget-tickets.ts';
import { signedToken } from '#core/platform/secrets.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { DAY, SECOND } from '#shared/primitives/durations.ts';
import { CONSENT_VERSION } from '#shared/features/permission/text-consent.words.ts';
import { widgetConfigView } from '#shared/features/widget/widget.schema.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { widgetPosts, type WidgetPosts } from '../../../../test/widget-posts.ts';
import { ticketOf } from '../../../../test/widget-ticket.ts';
import { REFUSED_PER_NETWORK } from './widget.route.ts';

let app: TestApp;
let company: CompanyRow;
let widget: WidgetPosts;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'loopback' } });
  widget = widgetPosts(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await app.a.company({ widget_instant_quotes: true });
  await app.a.material(company, { name: 'Vinyl' });
});

const inBatches = async <T>(items: readonly T[], size: number, work: (item: T) => Promise<unknown>): Promise<void> => {
  for (let start = 0; start < items.length; start += size)
    await Promise.all(items.slice(start, start + size).map(work));
};
const messagesOf = ({ id }: CompanyRow) =>
  app.deps.system.selectFrom('messages').select('id').where('company_id', '=', id).execute();

describe('a ticket', () => {
  it('is issued with the settings and sent back with the lead, and nothing is stored before', async () => {
    const config = async () =>
      widgetConfigView.parse(await (await fetch(`${app.url}/api/widget/v1/config/${company.contractor_id}`)).json());
    const [one, other] = [await config(), await config()];
    expect(one.ticket).toBeTruthy();
    expect(one.ticket).not.toBe(other.ticket);
    expect(await app.deps.system.selectFrom('widget_tickets').select('id').execute()).toEqual([]);
    await widget.taken(widget.lead(company));
    expect(await widget.heldFor(company)).toEqual([null]);
  });

  it.each<[reason: string, given: () => object]>([
    ['ticket_missing', () => ({ ticket: undefined })],
    ['ticket_missing', () => ({ ticket: '' })],
    ['ticket_forged', () => ({ ticket: 'forged' })],
    ['ticket_forged', () => ({ ticket: { any: ['thing'] } })],
    ['ticket_forged', () => ({ ticket: `${ticketOf(company, app).slice(0, -2)}AA` })],
    ['ticket_forged', () => ({ ticket: signedToken('x', app.config.APP_SECRET, 'unsubscribe') })],
    ['ticket_forged', () => ({ ticket: ticketOf({ id: randomUUID() as CompanyRow['id'] }, app) })],
    ['ticket_expired', () => ({ ticket: ticketOf(company, app, DAY + SECOND) })],
    ['too_fast', () => ({ ticket: ticketOf(company, app, 1.5 * SECOND) })],
    ['honeypot', () => ({ website: 'https://spam.example' })],
    ['honeypot', () => ({ website: true })],
    ['honeypot', () => ({ website: ' ' })],
  ])('%s: the lead is held with the same answer as an accepted one', async (reason, given) => {
    const good = await widget.taken(widget.lead(company));
    const held = await widget.taken(
      widget.lead(company, { phone: '2085550172', smsConsent: true, consentVersion: CONSENT_VERSION, ...given() }),
    );
    expect({ ...held, leadId: '' }).toEqual({ ...good, leadId: '' });
    expect(held.estimate?.materialType).toBe('Vinyl');
    const [lead] = (await widget.leads(company)).filter(({ id }) => id === held.leadId);
    expect(lead).toMatchObject({ held_for: [reason] });
    const written = app.deps.system
      .selectFrom('messages')
      .select('id')
      .where('lead_id', '=', held.leadId as never);
    expect(await written.execute()).toEqual([]);
    // the consent is stored whether or not the lead is held (C3)
    const consents = app.deps.system.selectFrom('consents').select(['phone', 'method']);
    expect(await consents.where('lead_id', '=', held.leadId as never).execute()).toEqual([
      { phone: '+12085550172', method: 'widget' },
    ]);
  });

  it('is valid for 5 leads, even if 12 are sent concurrently, and a repeated key uses none', async () => {
    const ticket = ticketOf(company, app);
    const first = widget.lead(company, { ticket });
    for (let again = 0; again < 8; again += 1) await widget.taken(first);
    await inBatches(Array.from({ length: 11 }), 11, () => widget.taken(widget.lead(company, { ticket })));
    const held = await widget.heldFor(company);
    expect(held.filter((reasons) => reasons === null)).toHaveLength(5);
    expect(held.filter((reasons) => reasons?.[0] === 'ticket_used_up')).toHaveLength(7);
    expect(await messagesOf(company)).toHaveLength(10);
  });
});

it('is deleted within a day after it expired, by any worker', async () => {
  const ticket = (expires: number) => ({
    id: randomUUID(),
    company_id: company.id,
    leads: 1,
    expires_at: new Date(Date.now() + expires),
  });
  const live = ticket(DAY);
  const kept = app.deps.system.selectFrom('widget_tickets').select('id').where('company_id', '=', company.id);
  await app.deps.system
    .insertInto('widget_tickets')
    .values([ticket(-SECOND), live])
    .execute();
  app.clock.advance(DAY);
  await Promise.all([forgetTickets(app.deps), forgetTickets(app.deps)]);
  expect(await kept.execute()).toEqual([{ id: live.id }]);
});

describe('a contractor’s widget can’t be shut down', { timeout: 60_000 }, () => {
  it('over 600 repetitions of one key from six IP addresses don’t affect homeowners', async () => {
    const request = widget.lead(company);
    await inBatches(Array.from({ length: 606 }), 50, async (_, index = (times += 1)) => {
      expect((await widget.post(request, `198.51.100.${index % 6}`)).status).toBe(201);
    });
    expect(await widget.leads(company)).toHaveLength(1);
    expect((await widget.post(widget.lead(company), '198.51.100.1')).status).toBe(201);
    expect((await widget.post(widget.lead(company))).status).toBe(201);
    expect(await widget.heldFor(company)).toEqual([null, null, null]);
  });

  it('accepts 200 homeowners from one IP address in an hour, and holds none', async () => {
    const fair = '203.0.113.50';
    await inBatches(Array.from({ length: 200 }), 20, async () => {
      await widget.taken(
        widget.lead(company, { phone: phoneOf((times += 1)), smsConsent: true, consentVersion: CONSENT_VERSION }),
        fair,
      );
    });
    expect((await widget.heldFor(company)).filter((reasons) => reasons !== null)).toEqual([]);
    // one text and two emails for each lead
    expect(await messagesOf(company)).toHaveLength(600);
  });

  it('refuses only a network with over 600 invalid requests in ten minutes, counting an IPv6 network as one', async () => {
    const neighbor = (host: number) => `2001:db8:1:2::${host.toString(16)}`;
    let host = 0;
    await inBatches(Array.from({ length: REFUSED_PER_NETWORK }), 40, async () => {
      expect((await widget.post({ contractorId: 'x' }, neighbor((host += 1)))).status).toBe(422);
    });
    const held = { ticket: undefined };
    const refused = await widget.post(widget.lead(company, held), neighbor(9_999));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await widget.leads(company)).toEqual([]);
    // a valid lead from this network is accepted, and so is a held one from another network
    expect((await widget.post(widget.lead(company), neighbor(9_998))).status).toBe(201);
    expect((await widget.post(widget.lead(company, held), '2001:db8:1:3::1')).status).toBe(201);
    expect(await widget.heldFor(company)).toEqual([null, ['ticket_missing']]);
  });
});

let times = 0;
const phoneOf = (number: number): string => `208${String(2_000_000 + number * 7)}`;

describe('an owner with an unconfirmed email', () => {
  it('has no widget: neither settings nor leads', async () => {
    const owner = await app.a.user({ email_verified_at: null });
    const squatted = await app.a.company({ user_id: owner.id });
    const config = () => fetch(`${app.url}/api/widget/v1/config/${squatted.contractor_id}`);
    expect((await config()).status).toBe(404);
    expect((await widget.post(widget.lead(squatted))).status).toBe(404);
    expect(await widget.leads(squatted)).toEqual([]);
    await app.deps.system
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', owner.id)
      .execute();
    expect((await config()).status).toBe(200);
    expect((await widget.post(widget.lead(squatted))).status).toBe(201);
  });

  it('doesn’t extend its reservation with a lead: it ends after two days like any other', async () => {
    const owner = await app.a.user({ email_verified_at: null, created_at: new Date(Date.now() - 3 * DAY) });
    const squatted = await app.a.company({ user_id: owner.id });
    await widget.post(widget.lead(squatted));
    await app.deps.system.transaction().execute((tx) => dropOldReservations(tx));
    const left = app.deps.system.selectFrom('company_profiles').select('id').where('id', '=', squatted.id);
    expect(await left.execute()).toEqual([]);
  });
});
