import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { unsubscribeToken } from '#core/platform/secrets.ts';
import { DAY, MINUTE } from '#shared/primitives/durations.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab({ now: '2026-11-16T19:00:00.000Z' });
});
afterAll(() => lab.close());

async function subscriber(channel: 'email' | 'both') {
  const { a, clock, config } = lab.app;
  const company = await a.company({ name: 'Rails & <Sons>' });
  const lead = await a.lead(company, { phone: `+1208555${channel === 'email' ? '6001' : '6002'}` });
  await a.consent(company, lead);
  const schedule = await a.schedule(company, lead, { channel, activated_at: new Date(clock.now().getTime() - DAY) });
  await a.followUp(schedule, { channel: 'email', body: 'mail' });
  if (channel === 'both') await a.followUp(schedule, { channel: 'sms', body: 'text' });
  return { company, lead, path: `/unsubscribe/${unsubscribeToken(lead.id, config.APP_SECRET)}` };
}

const post = (path: string) =>
  fetch(`${lab.app.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });

test('GET shows a button and changes nothing; POST suppresses at once, can be repeated, and needs no cookie (C24)', async () => {
  const { company, lead, path } = await subscriber('email');
  const page = await fetch(`${lab.app.url}${path}`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain('Rails &amp; &lt;Sons&gt;');
  expect(html).toMatch(/<button [^>]*type="submit">Unsubscribe<\/button>/);
  expect(html).not.toContain('/undo"');
  const kept = await fetch(`${lab.app.url}${path}?keep=yes`);
  expect(await kept.text()).toContain('You’re still subscribed');
  expect((await lab.timeline(company)).length).toBe(0);

  for (const answer of [await post(path), await post(path)]) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
  expect(await (await fetch(`${lab.app.url}${path}`)).text()).toContain('You’re unsubscribed');
  expect((await lab.timeline(company)).map((event) => event.kind)).toEqual(['opted_out', 'schedule_stopped']);
  await lab.drain(company);
  expect(lab.mails(lead.email)).toEqual([]);
});

describe('undoing', () => {
  const undoOf = (html: string) => ({
    path: /action="([^"]+\/undo)"/.exec(html)?.[1] ?? '',
    proof: /name="proof" value="([^"]+)"/.exec(html)?.[1] ?? '',
  });
  const undo = (path: string, proof: string) =>
    fetch(`${lab.app.url}${path}/undo`, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ proof }) });
  const live = async ({ id }: CompanyRow) =>
    (
      await lab.app.deps.system
        .selectFrom('opt_outs')
        .select('address')
        .where('company_id', '=', id)
        .where('lifted_at', 'is', null)
        .execute()
    ).length;

  test('is offered on the response page, lifts that opt-out only, and doesn’t restart follow-ups', async () => {
    const { company, path } = await subscriber('email');
    const { path: action, proof } = undoOf(await (await post(path)).text());
    expect(action).toBe(`${path}/undo`);
    const answer = await undo(path, proof);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await answer.text()).toContain('You’ll get emails from Rails &amp; &lt;Sons&gt; again');
    expect(await live(company)).toBe(0);
    expect((await lab.timeline(company)).map(({ kind }) => kind)).toEqual([
      'opted_out',
      'schedule_stopped',
      'opted_in',
    ]);
    const schedules = lab.app.deps.system.selectFrom('follow_up_schedules').select('status');
    expect(await schedules.where('company_id', '=', company.id).execute()).toEqual([{ status: 'stopped' }]);
    // unsubscribing again changes nothing, and the old proof can't undo a newer request
    await post(path);
    expect(await (await undo(path, proof)).text()).toContain('can no longer undo this here');
    expect(await live(company)).toBe(1);
  });

  test('isn’t possible with the link alone, for later visitors, scanners or strangers', async () => {
    const { company, path } = await subscriber('email');
    await post(path);
    for (const answer of [await fetch(`${lab.app.url}${path}`), await post(path)])
      expect(undoOf(await answer.text()).proof).toBe('');
    for (const proof of ['', 'nonsense', path.split('/').at(-1) ?? ''])
      expect(await (await undo(path, proof)).text()).toContain('can no longer undo this here');
    expect((await fetch(`${lab.app.url}${path}/undo`)).status).toBe(404);
    expect(await live(company)).toBe(1);
  });

  test('expires after ten minutes, and works only for its company', async () => {
    const { company, path } = await subscriber('email');
    const { proof } = undoOf(await (await post(path)).text());
    const other = await subscriber('email');
    await post(other.path);
    await undo(other.path, proof);
    expect([await live(company), await live(other.company)]).toEqual([1, 1]);
    lab.app.clock.advance(11 * MINUTE);
    expect(await (await undo(path, proof)).text()).toContain('can no longer undo this here');
    expect(await live(company)).toBe(1);
  });

  test('lifts no earlier opt-out', async () => {
    const { company, lead, path } = await subscriber('email');
    const at = lab.app.clock.now();
    const before = { company_id: company.id, channel: 'email', address: lead.email, source: 'contractor' } as const;
    await lab.app.deps.system
      .insertInto('opt_outs')
      .values({ ...before, sender: null, words: null, created_at: at, lifted_at: null })
      .execute();
    expect(undoOf(await (await post(path)).text()).proof).toBe('');
    expect(await live(company)).toBe(1);
  });
});

test('with both channels, only email follow-ups stop (C11)', async () => {
  const { company, lead, path } = await subscriber('both');
  await post(path);
  await lab.drain(company);
  expect(lab.mails(lead.email)).toEqual([]);
  expect(lab.texts(lead.phone)).toHaveLength(1);
});

test('STOP by text pauses email follow-ups too, and suppresses no email (C11)', async () => {
  const { a, clock, deps } = lab.app;
  const company = await a.company();
  const lead = await a.lead(company, { phone: '+12085556009' });
  await a.consent(company, lead);
  const schedule = await a.schedule(company, lead, { channel: 'both', activated_at: clock.now() });
  await a.followUp(schedule, { channel: 'sms', body: 'text' });
  await a.followUp(schedule, { channel: 'email', step: 2, day: 2, due_at: new Date(clock.now().getTime() + DAY) });
  await lab.drain(company);
  await lab.reply(lead.phone ?? '', 'STOP');
  const [, byMail] = await lab.followUps(company);
  expect(byMail).toMatchObject({ channel: 'email', status: 'cancelled' });
  const optOuts = deps.system.selectFrom('opt_outs').select('channel').where('company_id', '=', company.id);
  expect(await optOuts.execute()).toEqual([{ channel: 'sms' }]);
});

test('an invalid or altered token finds nothing', async () => {
  const { path } = await subscriber('email').then((made) => made);
  for (const bad of ['/unsubscribe/nonsense', `${path}x`, '/unsubscribe/a.b']) {
    expect((await fetch(`${lab.app.url}${bad}`)).status).toBe(404);
    expect((await post(bad)).status).toBe(404);
  }
});

describe('the link in a sent email', () => {
  /** Sends a follow-up email to a new lead and returns the link in it. */
  async function mailed(email: string) {
    const { a, clock } = lab.app;
    const company = await a.company();
    const older = await a.lead(company, { email, phone: null, created_at: new Date(clock.now().getTime() - 9 * DAY) });
    const lead = await a.lead(company, { email, phone: null });
    const schedule = await a.schedule(company, lead, { channel: 'email' });
    const row = await a.followUp(schedule, { channel: 'email', body: 'mail' });
    await a.followUp(schedule, { channel: 'email', step: 2, day: 2, due_at: new Date(clock.now().getTime() + DAY) });
    await lab.drain(company);
    const [sent] = lab.mails(email);
    const link = new URL(/<([^>]+)>/.exec(sent?.headers?.['list-unsubscribe'] ?? '')?.[1] ?? '').pathname;
    const old = `/unsubscribe/${unsubscribeToken(lead.id, lab.app.config.APP_SECRET)}`;
    return { company, older, lead, row, link, old, caller: await lab.app.callerFor(company) };
  }
  const suppressed = async (company: CompanyRow) =>
    (
      await lab.app.deps.system
        .selectFrom('opt_outs')
        .select('address')
        .where('company_id', '=', company.id)
        .orderBy('address')
        .execute()
    ).map(({ address }) => address);

  test.each(['link', 'old'] as const)('works after its lead was merged (%s: C13, C22, C24)', async (which) => {
    const { company, older, lead, caller, ...links } = await mailed(`merged-${which}@example.com`);
    await caller.leads.merge({ leadId: lead.id, otherLeadId: older.id, takeNewer: [] });
    expect((await fetch(`${lab.app.url}${links[which]}`)).status).toBe(200);
    expect((await post(links[which])).status).toBe(200);
    expect(await suppressed(company)).toEqual([lead.email]);
    expect((await lab.timeline(company)).map(({ kind }) => kind)).toContain('opted_out');
    lab.app.clock.advance(DAY);
    await lab.drain(company);
    expect(lab.mails(lead.email)).toHaveLength(1);
  });

  test.each(['link', 'old'] as const)(
    'suppresses the address that was emailed, even if changed since (%s: C13)',
    async (which) => {
      const { company, lead, caller, ...links } = await mailed(`was-${which}@example.com`);
      await caller.leads.update({ leadId: lead.id, email: `is-${which}@example.com` });
      const page = await (await fetch(`${lab.app.url}${links[which]}`)).text();
      // the page must not reveal an address to which this link was never sent
      expect(page).not.toContain(`is-${which}@`);
      expect((await post(links[which])).status).toBe(200);
      expect(await suppressed(company)).toEqual([`is-${which}@example.com`, lead.email]);
      lab.app.clock.advance(DAY);
      await lab.drain(company);
      expect(lab.mails(`is-${which}@example.com`)).toEqual([]);
    },
  );

  test('works if only the email remains of the lead (C13)', async () => {
    const { company, lead, row } = await mailed('gone@example.com');
    const link = `/unsubscribe/${unsubscribeToken(crypto.randomUUID() as LeadId, lab.app.config.APP_SECRET, row.id)}`;
    expect(await (await fetch(`${lab.app.url}${link}`)).text()).toContain(lead.email);
    expect((await post(link)).status).toBe(200);
    expect(await suppressed(company)).toEqual([lead.email]);
    const nobody = `/unsubscribe/${unsubscribeToken(crypto.randomUUID() as LeadId, lab.app.config.APP_SECRET)}`;
    expect((await post(nobody)).status).toBe(404);
  });
});
