import twilio from 'twilio';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { appUnderTest, type Heard } from '../testing/app-under-test.ts';
import {
  ACCOUNT_SID,
  ask,
  AUTH_TOKEN,
  HOMEOWNER,
  OUR_NUMBER,
  sandboxUnderTest,
  twilioClient,
} from '../testing/sandbox-under-test.ts';

const RFC_2822 = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} \+0000$/;
/** The fields of the Message resource in Twilio's specification (twilio-oai, api_v2010, April 2026), and no others. */
const messageResource = z.strictObject({
  account_sid: z.string().regex(/^AC[0-9a-fA-F]{32}$/),
  api_version: z.literal('2010-04-01'),
  body: z.string(),
  date_created: z.string().regex(RFC_2822),
  date_sent: z.string().regex(RFC_2822).nullable(),
  date_updated: z.string().regex(RFC_2822),
  direction: z.enum(['inbound', 'outbound-api', 'outbound-call', 'outbound-reply']),
  error_code: z.int().nullable(),
  error_message: z.string().nullable(),
  from: z.string().nullable(),
  messaging_service_sid: z
    .string()
    .regex(/^MG[0-9a-fA-F]{32}$/)
    .nullable(),
  num_media: z.string(),
  num_segments: z.string(),
  price: z.string().nullable(),
  price_unit: z.string().nullable(),
  sid: z.string().regex(/^(SM|MM)[0-9a-fA-F]{32}$/),
  status: z.enum([
    'queued',
    'sending',
    'sent',
    'failed',
    'delivered',
    'undelivered',
    'receiving',
    'received',
    'accepted',
  ]),
  subresource_uris: z.record(z.string(), z.string()),
  to: z.string(),
  uri: z.string(),
});

const text = (body = 'Hello') => ({ from: OUR_NUMBER, to: HOMEOWNER, body });
const signed = (heard: Heard, url: string): boolean =>
  twilio.validateRequest(AUTH_TOKEN, String(heard.headers['x-twilio-signature']), url + heard.path, heard.form);

describe('sending', () => {
  it('accepts a text from the official client and shows it on the phone', async () => {
    const sandbox = await sandboxUnderTest();
    const sent = await twilioClient(sandbox).messages.create(text('Hi Tom, your estimate is ready'));
    expect(sent).toMatchObject({ status: 'queued', errorCode: null, numSegments: '1', from: OUR_NUMBER });
    const { body } = await ask(sandbox, '/api/messages');
    expect(body).toMatchObject([
      { channel: 'sms', from: OUR_NUMBER, to: HOMEOWNER, text: 'Hi Tom, your estimate is ready' },
    ]);
  });

  it('answers with every field of the Message resource', async () => {
    const sandbox = await sandboxUnderTest();
    const sid = (await twilioClient(sandbox).messages.create(text())).sid;
    const response = await fetch(`${sandbox.url}/2010-04-01/Accounts/${ACCOUNT_SID}/Messages/${sid}.json`, {
      headers: { authorization: `Basic ${btoa(`${ACCOUNT_SID}:${AUTH_TOKEN}`)}` },
    });
    expect(messageResource.parse(await response.json()).sid).toBe(sid);
  });

  it('starts as accepted, without a sender or segments, if a messaging service chooses the number (T1)', async () => {
    const sandbox = await sandboxUnderTest();
    const messagingServiceSid = `MG${'a'.repeat(32)}`;
    const sent = await twilioClient(sandbox).messages.create({ to: HOMEOWNER, body: 'Hi', messagingServiceSid });
    expect(sent).toMatchObject({ status: 'accepted', from: null, numSegments: '0', messagingServiceSid });
  });

  it.each([
    ['+15005550001', 21211],
    ['+15005550003', 21408],
    ['+15005550004', 21610],
    ['+15005550009', 21614],
    ['555', 21211],
  ])('refuses To %s with %i', async (to, code) => {
    const sandbox = await sandboxUnderTest();
    const sending = twilioClient(sandbox).messages.create({ ...text(), to });
    await expect(sending).rejects.toMatchObject({ code, moreInfo: `https://www.twilio.com/docs/errors/${code}` });
    expect(sandbox.messages.all()).toEqual([]);
  });

  it('refuses a missing body, a long one and a ValidityPeriod beyond 36,000 s (T11)', async () => {
    const { messages } = twilioClient(await sandboxUnderTest());
    await expect(messages.create({ from: OUR_NUMBER, to: HOMEOWNER })).rejects.toMatchObject({ code: 21602 });
    await expect(messages.create(text('x'.repeat(1_601)))).rejects.toMatchObject({ code: 21617 });
    await expect(messages.create({ ...text(), validityPeriod: 36_001 })).rejects.toMatchObject({ code: 20001 });
  });

  it('refuses a wrong auth token with 20003 (T9)', async () => {
    const client = twilioClient(await sandboxUnderTest(), 'wrong');
    await expect(client.messages.create(text())).rejects.toMatchObject({ status: 401, code: 20003 });
  });
});

describe('looking up', () => {
  it('finds texts by recipient and time, newest first, across pages', async () => {
    const sandbox = await sandboxUnderTest();
    const { messages } = twilioClient(sandbox);
    for (const body of ['one', 'two', 'three']) await messages.create(text(body));
    await messages.create({ ...text('other'), to: '+12085550143' });
    const lately = { to: HOMEOWNER, dateSentAfter: new Date(Date.now() - 60_000), pageSize: 2 };
    expect((await messages.list(lately)).map((sms) => sms.body)).toEqual(['three', 'two', 'one']);
    expect(await messages.list({ ...lately, dateSentAfter: new Date(Date.now() + 60_000) })).toEqual([]);
    // An instant matches only its second. On a slow machine the three texts may be sent in different seconds.
    const [newest] = await messages.list(lately);
    const then = await messages.list({ to: HOMEOWNER, dateSent: newest?.dateSent ?? new Date(0) });
    expect(then.map((sms) => sms.body)).toContain('three');
  });

  it('answers 20404 for an unknown SID', async () => {
    const { messages } = twilioClient(await sandboxUnderTest());
    await expect(messages(`SM${'0'.repeat(32)}`).fetch()).rejects.toMatchObject({ status: 404, code: 20404 });
  });
});

describe('status callbacks', () => {
  it('are signed, report sent before delivered, and are repeated if the app fails (T2, T3)', async () => {
    const app = await appUnderTest();
    app.answer.status = 500;
    const sandbox = await sandboxUnderTest({ appUrl: app.url });
    const statusCallback = `${app.url}/webhooks/twilio/status?row=1`;
    const { sid } = await twilioClient(sandbox).messages.create({ ...text(), statusCallback });
    await vi.waitFor(() => expect(app.heard).toHaveLength(1));
    app.answer.status = 204;
    await vi.waitFor(() => expect(app.heard.at(-1)?.form['MessageStatus']).toBe('delivered'), 5_000);
    expect(app.heard.map(({ form }) => form['MessageStatus'])).toEqual(['sent', 'sent', 'delivered']);
    expect(app.heard.every((heard) => signed(heard, app.url) && heard.form['MessageSid'] === sid)).toBe(true);
  });

  it('report a landline as undelivered with 30006, and the phone gets nothing (T9)', async () => {
    const app = await appUnderTest();
    const sandbox = await sandboxUnderTest({ appUrl: app.url });
    await twilioClient(sandbox).messages.create({ ...text(), to: '+15005530006', statusCallback: `${app.url}/s` });
    await vi.waitFor(() =>
      expect(app.heard.at(-1)?.form).toMatchObject({ MessageStatus: 'undelivered', ErrorCode: '30006' }),
    );
    expect(sandbox.messages.all()).toEqual([]);
  });
});

describe('a reply', () => {
  const reply = (body: string) => ({ from: HOMEOWNER, to: OUR_NUMBER, text: body });

  it('reaches the inbound webhook signed, and the TwiML answer is sent (T3, T4)', async () => {
    const app = await appUnderTest();
    app.answer.body = '<?xml version="1.0"?><Response><Message>Tom &amp; Co: got it</Message></Response>';
    const sandbox = await sandboxUnderTest({ appUrl: app.url });
    const { body } = await ask<{ status: number; sid: string }>(sandbox, '/api/reply', 'POST', reply('Friday?'));
    expect(body).toEqual({ status: 200, sid: expect.stringMatching(/^SM[0-9a-f]{32}$/) as string });
    expect(app.heard).toMatchObject([
      { path: '/webhooks/twilio/inbound', form: { From: HOMEOWNER, To: OUR_NUMBER, Body: 'Friday?', NumMedia: '0' } },
    ]);
    expect(app.heard.every((heard) => signed(heard, app.url))).toBe(true);
    expect((await ask(sandbox, '/api/messages')).body).toMatchObject([{ to: HOMEOWNER, text: 'Tom & Co: got it' }]);
  });

  it('STOP allows one confirmation and then blocks texts until START, and HELP allows one answer (T6, T7)', async () => {
    const app = await appUnderTest();
    const sandbox = await sandboxUnderTest({ appUrl: app.url });
    const send = (): Promise<unknown> => twilioClient(sandbox).messages.create(text());
    await ask(sandbox, '/api/reply', 'POST', reply(' stop '));
    await expect(send()).resolves.toBeDefined();
    await expect(send()).rejects.toMatchObject({ status: 400, code: 21610 });
    await ask(sandbox, '/api/reply', 'POST', reply('STOP'));
    await expect(send()).rejects.toMatchObject({ code: 21610 });
    await ask(sandbox, '/api/reply', 'POST', reply('help'));
    await expect(send()).resolves.toBeDefined();
    await expect(send()).rejects.toMatchObject({ code: 21610 });
    await ask(sandbox, '/api/reply', 'POST', reply('START'));
    await expect(send()).resolves.toBeDefined();
  });

  it('"Stop please" isn’t a keyword for Twilio (T6), and STOP to one number doesn’t block another', async () => {
    const app = await appUnderTest();
    const sandbox = await sandboxUnderTest({ appUrl: app.url });
    await ask(sandbox, '/api/reply', 'POST', reply('Stop please'));
    await ask(sandbox, '/api/reply', 'POST', { ...reply('STOP'), to: '+12085550199' });
    for (const body of ['one', 'two'])
      await expect(twilioClient(sandbox).messages.create(text(body))).resolves.toBeDefined();
  });

  it.each([
    [{ from: 'nobody', text: 'Hi' }, 'from'],
    [{ from: HOMEOWNER, text: '  ' }, 'text'],
    [{}, 'from'],
  ])('refuses %j with an error message about %s', async (body, field) => {
    const answer = await ask<{ error: { fields: object } }>(await sandboxUnderTest(), '/api/reply', 'POST', body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.fields).toHaveProperty(field);
  });
});

describe('faults', () => {
  it('http500, http429 and reject send nothing, and end after their count', async () => {
    const sandbox = await sandboxUnderTest();
    const { messages } = twilioClient(sandbox);
    for (const [mode, status, code] of [
      ['http500', 500, 20500],
      ['http429', 429, 20429],
      ['reject', 400, 21211],
    ] as const) {
      await ask(sandbox, '/api/faults', 'POST', { provider: 'twilio', mode, count: 1 });
      await expect(messages.create(text())).rejects.toMatchObject({ status, code });
    }
    expect(sandbox.messages.all()).toEqual([]);
    await expect(messages.create(text())).resolves.toBeDefined();
  });

  it('timeout never answers and hang_up disconnects, both without sending, but drop_after_accept sends before it disconnects (T10)', async () => {
    const sandbox = await sandboxUnderTest();
    const { messages } = twilioClient(sandbox);
    await ask(sandbox, '/api/faults', 'POST', { provider: 'twilio', mode: 'timeout', count: 1 });
    await expect(messages.create(text('lost'))).rejects.toThrow(/timeout/);
    await ask(sandbox, '/api/faults', 'POST', { provider: 'twilio', mode: 'hang_up', count: 1 });
    await expect(messages.create(text('cut'))).rejects.toThrow(/hang up|ECONNRESET/);
    expect(await messages.list()).toEqual([]);
    await ask(sandbox, '/api/faults', 'POST', { provider: 'twilio', mode: 'drop_after_accept', count: 1 });
    await expect(messages.create(text('taken'))).rejects.toThrow(/hang up|ECONNRESET/);
    expect(await messages.list({ to: HOMEOWNER })).toMatchObject([{ body: 'taken' }]);
    expect((await ask(sandbox, '/api/faults')).body).toMatchObject({ twilio: { mode: 'none', count: null } });
  });
});
