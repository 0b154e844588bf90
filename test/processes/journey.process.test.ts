import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { DEFAULT_CADENCE, DEFAULT_MESSAGES } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { ADMIN, DEMO, seedDemo } from '../../scripts/seed-demo.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { dataOf, eventsIn } from '../agent-chat.ts';
import { openBrowser, testConfig, type TestBrowser } from '../caller.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type House, post, type Process, startHouse } from '../house.ts';
import { ticketOf } from '../widget-ticket.ts';

const DAY_HOURS = 24;
const PHONE = '+12085550172';
const EMAIL = 'tom.hadley@example.com';

let database: TestDatabase;
let house: House;
let worker: Process;
let contractor: TestBrowser;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo({ connectionString: database.url, now: new Date() });
  house = await startHouse(database.url);
  worker = await house.startWorker();
  contractor = openBrowser(house.url);
  await contractor.trpc.auth.signIn.mutate(DEMO);
});
afterAll(async () => {
  await house?.close();
  await database.drop();
});

const newTicket = async () => {
  const session = await contractor.trpc.auth.session.query();
  return ticketOf({ id: session?.company?.id as CompanyId }, { config: testConfig(database.url) });
};

const ask = async (person: { name: string; email: string; phone: string }) => {
  const config = (await (await fetch(`${house.url}/api/widget/v1/config/acme-fence`)).json()) as {
    consent: { version: string };
  };
  const answer = await post(`${house.url}/api/widget/v1/leads`, {
    contractorId: 'acme-fence',
    ...person,
    address: '418 Linden Ave',
    zip: '83642',
    perimeter: 148,
    gateCount: 2,
    smsConsent: true,
    consentVersion: config.consent.version,
    idempotencyKey: `journey-${person.email}`,
    ticket: await newTicket(),
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { leadId: string; estimate?: { totalCents: number } };
};

const texts = (phone: string) => house.sentTo(phone).map(({ text }) => text);
const materialOf = async (lead: LeadView) => {
  const { materials } = await contractor.trpc.pricing.get.query();
  return materials.find(({ name }) => name === lead.materialType)?.id ?? materials[0]?.id ?? '';
};
const kinds = async (leadId: string) =>
  (await contractor.trpc.leads.timeline.query({ leadId })).items.map(({ kind }) => kind);

const schedule = (leadId: string, channel: 'sms' | 'email' | 'both') =>
  contractor.trpc.followUps.save.mutate({
    leadId,
    channel,
    active: true,
    steps: DEFAULT_CADENCE.map((day, index) => ({ day, message: DEFAULT_MESSAGES[index] ?? '' })),
  });

describe('the main journey, through the built server, the worker and the stand-ins', () => {
  let leadId: string;

  test('a widget request is priced at once and answered by email within a minute', async () => {
    const answer = await ask({ name: 'Tom Hadley', email: EMAIL, phone: PHONE });
    leadId = answer.leadId;
    // 148 ft × $7.62 + 2 × $300
    expect(answer.estimate?.totalCents).toBe(172_776);
    await expect.poll(() => house.sentTo(EMAIL).length, { timeout: 60_000 }).toBe(1);
    expect(house.sentTo(EMAIL)[0]?.text).toContain('$1,727.76');
    await expect.poll(() => house.sentTo(DEMO.email).length, { timeout: 60_000 }).toBe(1);
  });

  test('the estimate is sent with a private link that the homeowner can open', async () => {
    const lead = await contractor.trpc.leads.get.query({ leadId });
    const sent = await contractor.trpc.estimates.send.mutate({
      leadId,
      perimeter: 150.5,
      gateCount: 1,
      materialId: await materialOf(lead),
    });
    expect(sent.totalCents).toBe(Math.round(150.5 * 762) + 30_000);
    expect(sent.number).toMatch(/^EST-[0-9a-f]{6}-\d{4}$/i);
    await expect.poll(() => house.sentTo(EMAIL).length, { timeout: 60_000 }).toBe(2);
    const link = /https?:\/\/\S+\/estimate\/[\w-]+/.exec(house.sentTo(EMAIL)[1]?.text ?? '')?.[0];
    expect(link).toBe(sent.url);
    const page = await fetch(sent.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('$1,446.81');
    // The page's script posts this once the page has been visible.
    await fetch(`${sent.url}/seen`, { method: 'POST' });
    await expect.poll(() => kinds(leadId), { timeout: 20_000 }).toContain('estimate_viewed');
  });

  test('follow-ups are sent on days 1, 3 and 7, by text and email, once each, with every tag filled in', async () => {
    await schedule(leadId, 'both');
    expect(await contractor.trpc.leads.get.query({ leadId })).toMatchObject({
      followUpStatus: 'active',
      status: 'estimate_sent',
    });
    const before = { texts: texts(PHONE).length, mails: house.sentTo(EMAIL).length };
    const sent = () => ({
      texts: texts(PHONE).filter((text) => !text.includes('/estimate/')).length,
      mails: house.sentTo(EMAIL).length - before.mails,
    });
    await house.moveClock(2 * DAY_HOURS);
    expect(sent().mails).toBe(1);
    await house.moveClock(2 * DAY_HOURS);
    expect(sent().mails).toBe(2);
    await house.moveClock(4 * DAY_HOURS);
    expect(sent().mails).toBe(3);
    const { steps } = await contractor.trpc.followUps.get.query({ leadId });
    for (const step of steps)
      for (const message of step.messages) expect(['sent', 'delivered']).toContain(message.status);
    const followUps = texts(PHONE).filter((text) => text.includes('Tom') && !text.includes('/estimate/'));
    expect(followUps.length).toBeGreaterThanOrEqual(3);
    for (const text of [...texts(PHONE), ...house.sentTo(EMAIL).map((mail) => mail.text)])
      expect(text).not.toContain('{{');
    for (const text of texts(PHONE)) expect(text).toContain('Acme Fence');
    expect(await kinds(leadId)).toContain('message_delivered');
  });

  test('a reply stops the planned messages, and STOP stops every text to that number except the confirmation', async () => {
    const [answers, stops] = ['+12085550173', '+12085550174'];
    const denise = await ask({ name: 'Denise Okafor', email: 'denise@example.com', phone: answers });
    const walt = await ask({ name: 'Walt Brenner', email: 'walt@example.com', phone: stops });
    await schedule(denise.leadId, 'sms');
    await schedule(walt.leadId, 'sms');
    await house.moveClock(2 * DAY_HOURS);
    const count = { answers: texts(answers).length, stops: texts(stops).length };
    expect(count.answers).toBeGreaterThan(0);
    expect(count.stops).toBeGreaterThan(0);
    const reply = (from: string, text: string) =>
      post(`${house.sandbox.url}/api/reply`, { from, to: '+12085550199', text });
    await reply(answers, 'Can we talk on Friday?');
    await reply(stops, 'STOP');
    await expect
      .poll(() => kinds(denise.leadId), { timeout: 20_000 })
      .toEqual(expect.arrayContaining(['reply_received', 'schedule_stopped']));
    await expect.poll(() => texts(stops).length, { timeout: 20_000 }).toBe(count.stops + 1);
    await house.moveClock(8 * DAY_HOURS);
    expect(texts(answers)).toHaveLength(count.answers);
    expect(texts(stops)).toHaveLength(count.stops + 1);
    expect(await contractor.trpc.leads.get.query({ leadId: denise.leadId })).toMatchObject({
      followUpStatus: 'stopped',
    });
    expect((await contractor.trpc.leads.get.query({ leadId: walt.leadId })).sms.allowed).toBe(false);
  });

  test('if the server is killed while the agent’s model responds, the resent message is answered once', async () => {
    const { model } = house.sandbox;
    const ticket = await newTicket();
    const text = '90 ft of vinyl with 1 gate, killed.server@example.com';
    const message = { contractorId: 'acme-fence', ticket, messageId: randomUUID(), text };
    const say = () => post(`${house.url}/api/widget/v1/agent`, message);
    const { asked } = model;
    model.mode = 'silence';
    const fate = say().then(
      () => 'answered',
      () => 'cut off',
    );
    await expect.poll(() => model.asked, { timeout: 20_000 }).toBe(asked + 1);
    await house.server.kill();
    expect(await fate).toBe('cut off');
    model.mode = 'off';
    await house.restartServer();
    const answer = eventsIn(await (await say()).text());
    expect(dataOf(answer, 'price')).toMatchObject({ perimeter: 90, gateCount: 1 });
    expect(eventsIn(await (await say()).text())).toEqual(answer);
    const lead = dataOf(answer, 'lead') as { leadId: string };
    const { lines } = await contractor.trpc.agent.conversation.query(lead);
    expect(lines.map(({ author }) => author)).toEqual(['homeowner', 'agent']);
  });

  test('if a worker is killed while the agent answers a text, the next worker answers the text once', async () => {
    const phone = '+12085550175';
    const { model } = house.sandbox;
    const { leadId: rosa } = await ask({ name: 'Rosa Lind', email: 'rosa@example.com', phone });
    await contractor.trpc.agent.updateSettings.mutate({ sms: 'auto' });
    // The sender of a text reply is known only after they were sent a text, which must be within texting hours
    await schedule(rosa, 'sms');
    await house.moveClock(2 * DAY_HOURS);
    expect(texts(phone).length).toBeGreaterThan(0);
    const { asked } = model;
    model.mode = 'silence';
    await post(`${house.sandbox.url}/api/reply`, { from: phone, to: '+12085550199', text: 'how much with 3 gates?' });
    await expect.poll(() => kinds(rosa), { timeout: 20_000 }).toContain('reply_received');
    await house.moveClock(0.01);
    await expect.poll(() => model.asked, { timeout: 20_000 }).toBe(asked + 1);
    await worker.kill();
    model.mode = 'off';
    worker = await house.startWorker();
    const answers = () => texts(phone).filter((text) => text.includes('automated'));
    const later = async () => {
      await house.moveClock(6);
      return answers();
    };
    await expect.poll(later, { timeout: 60_000 }).toEqual([expect.stringContaining('with 3 gates')]);
    await house.moveClock(24);
    expect(answers()).toHaveLength(1);
  });

  test("another company's contractor can't access any of the lead's data", async () => {
    const stranger = openBrowser(house.url);
    await stranger.trpc.auth.signIn.mutate(ADMIN);
    await expect(stranger.trpc.leads.get.query({ leadId })).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } });
    await expect(stranger.trpc.followUps.get.query({ leadId })).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } });
    await expect(stranger.trpc.estimates.resend.mutate({ leadId })).rejects.toMatchObject({
      data: { code: 'NOT_FOUND' },
    });
  });
});
