import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MOST_MAILS_A_DAY } from '#core/features/inbox/mail-lane.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { mailToken } from '#core/platform/secrets.ts';
import { DOMAIN, type InboundMailLab, NOON, raw, SECRET, startInboundMailLab } from '../../../../test/inbound-mail.ts';

let lab: InboundMailLab;
beforeAll(async () => {
  lab = await startInboundMailLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(NOON));

const person = () => lab.person();
const post = (body: BodyInit, headers?: Record<string, string>) => lab.post(body, headers);
const fateOf = (body: string) => lab.fateOf(body);
const thread = (lead: LeadRow, company: CompanyRow) => lab.thread(lead, company);
const scheduleOf = (company: CompanyRow) =>
  lab.app.deps.system
    .selectFrom('follow_up_schedules')
    .select(['status', 'stop_reason'])
    .where('company_id', '=', company.id)
    .executeTakeFirstOrThrow();

describe('a reply by email', () => {
  test('is sent to an opaque address with the company’s name; bounces are sent to an address that identifies the email', async () => {
    const { lead, replyTo } = await person();
    const [mail] = lab.mails(lead.email);
    expect(mail?.headers?.['reply-to']).toMatch(/^"?Acme Fence"? </);
    expect(replyTo).toMatch(/^reply\+[a-z2-7]{52}@inbound\.picket\.test$/);
    expect(replyTo).not.toContain(lead.id.slice(0, 8));
  });

  test('is added to its lead without the quote, stops follow-ups, and notifies the contractor once', async () => {
    const { company, lead, replyTo, caller } = await person();
    const text = `Friday works.\r\n\r\nOn Mon, Nov 16, 2026 at 12:00 PM Acme Fence <${replyTo}> wrote:\r\n> Does Saturday work?`;
    const body = raw({ to: replyTo, from: lead.email, text });
    expect(await fateOf(body)).toBe('taken');
    expect(await fateOf(body)).toBe('known');
    const [item] = await thread(lead, company);
    expect(item).toMatchObject({
      from: 'homeowner',
      channel: 'email',
      text: 'Friday works.',
      hasWhole: true,
      sender: null,
    });
    const whole = await caller.messages.whole({ messageId: item?.id ?? '' });
    expect(whole.text).toContain('> Does Saturday work?');
    expect(await scheduleOf(company)).toEqual({
      status: 'stopped',
      stop_reason: 'Follow-ups stopped because Tom wrote to you.',
    });
    expect(await caller.leads.get({ leadId: lead.id })).toMatchObject({ unread: 1, awaitsAnswer: 'reply' });
    expect(lab.app.enqueued).toContain(company.id);
    await lab.drain(company);
    expect(lab.mails(company.email).map(({ subject }) => subject)).toEqual([
      'Follow-ups stopped because Tom wrote to you',
    ]);
  });

  test('is answered in its thread: In-Reply-To, References and the subject', async () => {
    const { company, lead, replyTo, caller } = await person();
    await post(raw({ to: replyTo, from: lead.email, subject: 'RE: Your fence', id: '<asked@example.com>' }));
    await caller.messages.send({
      leadId: lead.id,
      channel: 'email',
      text: 'Saturday then',
      idempotencyKey: crypto.randomUUID(),
    });
    await lab.drain(company);
    const answer = lab.mails(lead.email).at(-1);
    expect(answer).toMatchObject({ subject: 'Re: Your fence' });
    expect(answer?.headers?.['in-reply-to']).toBe('<asked@example.com>');
    expect(answer?.headers?.['references']).toMatch(/^<[^>]+> <asked@example\.com>$/);
    expect(answer?.headers?.['reply-to']).toContain(replyTo);
  });

  test('from another address shows that address; files are named, HTML is converted to text', async () => {
    const { company, lead, replyTo } = await person();
    const headers = ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'];
    const text = [
      '--b',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Friday <b>works</b>.</p><script>alert(1)</script><img src=x onerror=alert(1)>',
      '--b',
      'Content-Type: image/jpeg; name="gate.jpg"',
      'Content-Disposition: attachment; filename="gate.jpg"',
      '',
      'x',
      '--b--',
    ].join('\r\n');
    await post(raw({ to: `Acme <${replyTo.toUpperCase()}>`, from: 'Ann <ann@elsewhere.test>', headers, text }));
    const [item] = await thread(lead, company);
    expect(item).toMatchObject({ text: 'Friday works.', sender: 'ann@elsewhere.test', attachments: ['gate.jpg'] });
  });

  test.each([
    ['Auto-Submitted: auto-replied', 'Re: Your fence'],
    ['Precedence: bulk', 'Re: Your fence'],
    ['X-Nothing: at all', 'Automatic reply: Your fence'],
    ['X-Nothing: at all', 'Fuera de la oficina: Your fence'],
  ])('sent automatically (%s, ‘%s’) is shown and stops nothing', async (header, subject) => {
    const { company, lead, replyTo, caller } = await person();
    await post(raw({ to: replyTo, from: lead.email, subject, headers: [header], text: 'I am away.' }));
    expect(await thread(lead, company)).toMatchObject([{ automatic: true, text: 'I am away.' }, {}]);
    expect(await scheduleOf(company)).toMatchObject({ status: 'active' });
    expect(await caller.leads.get({ leadId: lead.id })).toMatchObject({ unread: 0, awaitsAnswer: null });
  });

  test.each([
    ['Unsubscribe', 'Re: Your fence'],
    ['Please stop emailing me.', 'Re: Your fence'],
    ['', 'STOP'],
  ])('with ‘%s’ under ‘%s’ stops email follow-ups permanently', async (text, subject) => {
    const { company, lead, replyTo } = await person();
    await post(raw({ to: replyTo, from: lead.email, subject, text }));
    expect(await scheduleOf(company)).toMatchObject({ status: 'stopped' });
    const optOut = await lab.app.deps.system
      .selectFrom('opt_outs')
      .select(['channel', 'source', 'lifted_at'])
      .where('company_id', '=', company.id)
      .execute();
    expect(optOut).toEqual([{ channel: 'email', source: 'unsubscribe', lifted_at: null }]);
  });

  test('with only a photo above our email doesn’t unsubscribe anyone; STOP below it does', async () => {
    const { company, lead, replyTo } = await person();
    const ours = (lab.mails(lead.email)[0]?.text ?? '').split('\n').map((line) => `> ${line}`);
    expect(ours.join('')).toMatch(/unsubscribe/i);
    const quoted = [`On Mon, Nov 16, 2026 at 12:00 PM Acme Fence <${replyTo}> wrote:`, '', ...ours].join('\r\n');
    await post(raw({ to: replyTo, from: lead.email, text: `\r\n\r\n${quoted}` }));
    const optOuts = () => lab.app.deps.system.selectFrom('opt_outs').where('company_id', '=', company.id);
    expect(await optOuts().select('id').execute()).toEqual([]);
    expect(await scheduleOf(company)).toMatchObject({ stop_reason: 'Follow-ups stopped because Tom wrote to you.' });
    await post(raw({ to: replyTo, from: 'Ann <ann@home.test>', text: `${quoted}\r\n\r\nSTOP` }));
    const stopped = await optOuts().select(['address', 'words']).orderBy('address').execute();
    expect(stopped).toEqual([{ address: lead.email, words: 'STOP' }]);
  });

  test('to two contractors reaches both, however often it’s posted and in however many copies (C13)', async () => {
    const [one, two] = [await person(), await person()];
    const to = `${one.replyTo}, ${two.replyTo}`;
    const body = raw({ to, from: 'both@example.com', text: 'Unsubscribe me please', id: '<both@example.com>' });
    const handed = [one, two, one, two].map(({ replyTo }) =>
      post(body, { 'content-type': 'message/rfc822', 'x-envelope-to': replyTo }),
    );
    const answers = await Promise.all(handed);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { company, lead } of [one, two]) {
      const items = await thread(lead, company);
      expect(items.filter(({ from }) => from === 'homeowner')).toHaveLength(1);
      expect(await scheduleOf(company)).toMatchObject({ status: 'stopped' });
      const kinds = (await lab.timeline(company)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'opted_out')).toHaveLength(1);
    }
  });

  test('by the contractor to all recipients counts as theirs, stops nothing, and is added once', async () => {
    const { company, lead, replyTo, caller } = await person();
    const from = company.email.toUpperCase();
    await post(raw({ to: replyTo, from: lead.email, text: 'Which days?', headers: ['Auto-Submitted: no'] }));
    await lab.app.deps.system
      .updateTable('follow_up_schedules')
      .set({ status: 'active', stopped_at: null, stop_reason: null })
      .where('company_id', '=', company.id)
      .execute();
    const body = raw({ to: `${replyTo}, ${lead.email}`, from, text: 'Stop by on Monday. Unsubscribe' });
    expect([await fateOf(body), await fateOf(body)]).toEqual(['taken', 'known']);
    expect(await scheduleOf(company)).toMatchObject({ status: 'active' });
    expect((await thread(lead, company))[0]).toMatchObject({
      from: 'company',
      label: 'From your own mailbox',
      state: 'sent',
      text: 'Stop by on Monday. Unsubscribe',
    });
    expect(await caller.leads.get({ leadId: lead.id })).toMatchObject({ awaitsAnswer: null, status: 'contacted' });
    await post(raw({ to: replyTo, from, text: 'And on Tuesday?' }));
    expect((await thread(lead, company))[0]).toMatchObject({
      from: 'company',
      state: 'failed',
      reason: expect.stringMatching(/wasn’t a recipient/) as string,
    });
    const optOuts = lab.app.deps.system.selectFrom('opt_outs').where('company_id', '=', company.id);
    expect(await optOuts.select('id').execute()).toEqual([]);
  });

  test('by a contractor who tests their own product as a lead is a reply', async () => {
    const { company, lead, replyTo, caller } = await person();
    await caller.leads.update({ leadId: lead.id, email: company.email });
    await post(raw({ to: replyTo, from: company.email }));
    expect((await thread(lead, company))[0]).toMatchObject({ from: 'homeowner' });
  });

  test('to two leads of one person appears once if they’re merged', async () => {
    const { company, lead, replyTo, caller } = await person();
    const other = await lab.app.a.lead(company, { email: lead.email });
    const otherTo = `reply+${mailToken(other.id, lab.app.config.APP_SECRET, 'reply')}@${DOMAIN}`;
    const body = raw({ to: `${replyTo}, ${otherTo}`, from: lead.email });
    expect(await fateOf(body)).toBe('taken');
    expect((await thread(other, company)).length).toBe(1);
    const { id } = await caller.leads.merge({ leadId: lead.id, otherLeadId: other.id, takeNewer: [] });
    const kept = id === lead.id ? lead : other;
    expect((await thread(kept, company)).filter(({ from }) => from === 'homeowner')).toHaveLength(1);
    expect(await fateOf(body)).toBe('known');
  });

  test('by the contractor to two leads appears once in the merged lead', async () => {
    const { company, lead, replyTo, caller } = await person();
    const other = await lab.app.a.lead(company, { email: lead.email });
    const otherTo = `reply+${mailToken(other.id, lab.app.config.APP_SECRET, 'reply')}@${DOMAIN}`;
    await post(raw({ to: `${replyTo}, ${otherTo}, ${lead.email}`, from: company.email, text: 'On Monday.' }));
    const { id } = await caller.leads.merge({ leadId: lead.id, otherLeadId: other.id, takeNewer: [] });
    const kept = id === lead.id ? lead : other;
    expect((await thread(kept, company)).filter(({ text }) => text === 'On Monday.')).toHaveLength(1);
  });

  test('to a merged lead is added to the kept one', async () => {
    const { company, lead, replyTo, caller } = await person();
    const older = await lab.app.a.lead(company, { created_at: new Date('2026-11-01T12:00:00Z'), email: lead.email });
    await caller.leads.merge({ leadId: older.id, otherLeadId: lead.id, takeNewer: [] });
    expect(await fateOf(raw({ to: replyTo, from: lead.email }))).toBe('taken');
    expect((await thread(older, company))[0]).toMatchObject({ text: 'Friday works.' });
  });

  test.each(['email', 'body-mime'])('is accepted in form field ‘%s’, with the envelope’s recipient', async (name) => {
    const { company, lead, replyTo } = await person();
    const form = new FormData();
    form.set(name, raw({ to: 'undisclosed', from: lead.email }));
    form.set('envelope', JSON.stringify({ to: [replyTo], from: lead.email }));
    expect((await post(form, {})).status).toBe(200);
    expect((await thread(lead, company))[0]).toMatchObject({ text: 'Friday works.' });
  });
});

test('a reply to an answer to feedback is added to its thread once, and an automatic one isn’t', async () => {
  const robin = await lab.app.a.user({ email: 'robin@feedback.test' }, ['admin']);
  const { trpc } = await lab.app.signIn(robin.email);
  const words = { category: 'Idea', subject: 'Gates', message: 'Price them by width.', email: 'olive@example.com' };
  await lab.app.browser().trpc.feedback.submit.mutate(words);
  const inbox = async () => (await trpc.admin.feedback.list.query({})).items[0];
  const id = (await inbox())?.id ?? '';
  await trpc.admin.feedback.answer.mutate({ id: id, replyId: crypto.randomUUID(), text: 'By width or kind?' });
  await lab.drainPlatform();
  const mail = lab.mails('olive@example.com').at(-1);
  expect(mail?.subject).toBe('Re: Gates');
  expect(mail?.text).toContain('By width or kind?');
  const to = /feedback\+[a-z2-7]{52}@inbound\.picket\.test/.exec(mail?.headers?.['reply-to'] ?? '')?.[0] ?? '';
  const body = raw({ to, from: 'olive@example.com', text: 'By width.\r\n\r\n> By width or kind?' });
  expect(await fateOf(body)).toBe('taken');
  expect(await fateOf(body)).toBe('known');
  expect(await inbox()).toMatchObject({
    readAt: null,
    replies: [
      { direction: 'out', status: 'sent' },
      { direction: 'in', from: 'olive@example.com', text: 'By width.' },
    ],
  });
  const unknown = `feedback+${mailToken(crypto.randomUUID(), lab.app.config.APP_SECRET, 'feedback')}@${DOMAIN}`;
  expect(await fateOf(raw({ to: unknown, from: 'olive@example.com', text: 'Hello' }))).toBe('not ours');
});

describe('refused requests', () => {
  test('without the secret, or with a wrong one, nothing is parsed', async () => {
    const { company, lead, replyTo } = await person();
    const body = raw({ to: replyTo, from: lead.email });
    const shown = ['', 'Basic bm86bm8=', 'Bearer no', `Basic ${Buffer.from(SECRET.slice(1)).toString('base64')}`];
    for (const authorization of shown)
      expect((await post(body, { 'content-type': 'message/rfc822', authorization })).status).toBe(401);
    expect(await thread(lead, company)).toHaveLength(1);
    const bearer = { 'content-type': 'message/rfc822', authorization: `Bearer ${SECRET}` };
    expect((await post(body, bearer)).status).toBe(200);
  });

  test('an invalid token, our own email, garbage and an empty body are accepted without effect', async () => {
    const { company, lead, replyTo } = await person();
    const other = `reply+${mailToken(lead.id, 'another secret, 32 characters long', 'reply')}@${DOMAIN}`;
    expect(await fateOf(raw({ to: other, from: lead.email }))).toBe('not ours');
    expect(await fateOf(raw({ to: replyTo.replace(DOMAIN, 'evil.test'), from: lead.email }))).toBe('not ours');
    expect(await fateOf(raw({ to: replyTo, from: lab.app.config.MAIL_FROM }))).toBe('our own');
    expect(await fateOf('\u0000\u0001 not a mail')).toBe('not ours');
    expect((await post('')).status).toBe(200);
    expect(await thread(lead, company)).toHaveLength(1);
  });

  test('characters that Postgres can’t store lose no reply, wherever they are', async () => {
    const { company, lead, replyTo } = await person();
    const nul = raw({
      to: replyTo,
      from: lead.email,
      id: '<a\u0000b@example.com>',
      subject: 'N\u0000ul',
      text: 'One\u0000',
    });
    expect([await fateOf(nul), await fateOf(nul)]).toEqual(['taken', 'known']);
    const parts = 'Content-Type: multipart/mixed; boundary="b"';
    const named = [
      '--b',
      'Content-Type: text/plain',
      '',
      'Two',
      '--b',
      'Content-Type: image/p\u0000ng; name="a\u0000.png"',
    ];
    const files = [...named, 'Content-Disposition: attachment', '', 'x', '--b--'].join('\r\n');
    expect(await fateOf(raw({ to: replyTo, from: lead.email, headers: [parts], text: files }))).toBe('taken');
    expect((await thread(lead, company)).filter(({ from }) => from === 'homeowner')).toHaveLength(2);
  });

  test('a flood is limited', async () => {
    const { company, lead, replyTo } = await person();
    const fates: unknown[] = [];
    for (let count = 0; count <= MOST_MAILS_A_DAY; count += 1)
      fates.push(await fateOf(raw({ to: replyTo, from: lead.email, headers: ['Auto-Submitted: auto-replied'] })));
    expect(fates.filter((fate) => fate === 'taken')).toHaveLength(MOST_MAILS_A_DAY);
    expect(fates.at(-1)).toBe('too many');
    expect((await thread(lead, company)).length).toBeGreaterThan(20);
  });
});

describe('a bounced email', () => {
  const report = (type: string, part: string) => ({
    headers: ['MIME-Version: 1.0', `Content-Type: multipart/report; report-type=${type}; boundary=b`],
    text: ['--b', 'Content-Type: text/plain', '', 'It failed.', '--b', part, '--b--'].join('\r\n'),
  });
  const delivery = (status: string, action = 'failed') =>
    report(
      'delivery-status',
      `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.test\r\n\r\nFinal-Recipient: rfc822; x@y.test\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 ${status} no`,
    );
  const bounceTo = (rowId: string) => `bounce+${mailToken(rowId, lab.app.config.APP_SECRET, 'bounce')}@${DOMAIN}`;
  const optOutsOf = (company: CompanyRow) =>
    lab.app.deps.system
      .selectFrom('opt_outs')
      .select(['address', 'source'])
      .where('company_id', '=', company.id)
      .execute();
  const sources = async (company: CompanyRow) => (await optOutsOf(company)).map(({ source }) => source);

  test('that bounced permanently suppresses the address and shows as failed, once (C26)', async () => {
    const { company, lead, sent } = await person();
    const body = raw({ to: bounceTo(sent.id), from: 'mailer-daemon@mx.test', ...delivery('5.1.1') });
    const undelivered = async () => {
      const total = lab.app.deps.system.selectFrom('counters').select('value');
      const row = await total.where('name', '=', 'picket_messages_undelivered_total').executeTakeFirst();
      return row?.value ?? 0;
    };
    const before = await undelivered();
    expect([await fateOf(body), await fateOf(body)]).toEqual(['report', 'report']);
    expect(await undelivered()).toBe(before + 1);
    expect(await sources(company)).toEqual(['bounce']);
    expect(await thread(lead, company)).toMatchObject([{ state: 'failed', reason: expect.any(String) as string }]);
    const events = (await lab.timeline(company)).map(({ kind }) => kind);
    expect(events.filter((kind) => kind === 'message_failed')).toHaveLength(1);
  });

  test('from a full mailbox is a soft bounce; a delay changes nothing', async () => {
    const { company, lead, sent } = await person();
    const from = 'mailer-daemon@mx.test';
    await post(raw({ to: bounceTo(sent.id), from, ...delivery('4.2.2', 'delayed') }));
    expect(await thread(lead, company)).toMatchObject([{ state: 'sent' }]);
    await post(raw({ to: bounceTo(sent.id), from, ...delivery('4.2.2') }));
    expect(await thread(lead, company)).toMatchObject([{ state: 'failed' }]);
    expect(await sources(company)).toEqual([]);
  });

  const complaint = (original: readonly string[], type = 'abuse') =>
    report(
      'feedback-report',
      [
        `Content-Type: message/feedback-report\r\n\r\nFeedback-Type: ${type}\r\nVersion: 1\r\n`,
        `Content-Type: message/rfc822\r\n\r\n${original.join('\r\n')}\r\n\r\nDoes Saturday work?\r\n`,
      ].join('\r\n--b\r\n'),
    );
  const complaints = `complaints@${DOMAIN}`;

  test.each(['message-id', 'return-path', 'list-unsubscribe'])(
    'is reported by a feedback loop at its own address, with only %s left, for a lead merged and changed since (C26)',
    async (left) => {
      const { company, lead, sent, caller } = await person();
      const older = await lab.app.a.lead(company, { created_at: new Date('2026-11-01T12:00:00Z') });
      await caller.leads.merge({ leadId: older.id, otherLeadId: lead.id, takeNewer: [] });
      await caller.leads.update({ leadId: older.id, email: `other-${older.id}@example.com` });
      const headers = { ...lab.mails(lead.email)[0]?.headers, 'return-path': `<${bounceTo(sent.id)}>` };
      const value = Object.entries(headers).find(([name]) => name === left)?.[1] ?? '';
      const original = ['From: acme@example.com', `${left}: ${value}`, 'Subject: Your fence'];
      expect(await fateOf(raw({ to: complaints, from: 'fbl@provider.test', ...complaint(original) }))).toBe('report');
      expect(await optOutsOf(company)).toEqual([{ address: lead.email, source: 'complaint' }]);
    },
  );

  test('isn’t reported by ‘not spam’ or by a report about someone else’s email', async () => {
    const { company, sent } = await person();
    const from = 'fbl@provider.test';
    const ours = [`Message-ID: <${sent.id}@${lab.app.config.MAIL_FROM.split('@')[1]?.replace('>', '')}>`];
    expect(await fateOf(raw({ to: complaints, from, ...complaint(ours, 'not-spam') }))).toBe('not ours');
    const others = [`Message-ID: <${sent.id}@elsewhere.test>`, `References: ${ours[0]}`];
    expect(await fateOf(raw({ to: complaints, from, ...complaint(others) }))).toBe('not ours');
    expect(await optOutsOf(company)).toEqual([]);
  });

  test('is recognized at the reply address too, and stops nothing if the email can’t be identified', async () => {
    const { company, lead, sent, replyTo } = await person();
    const domain = lab.app.config.MAIL_FROM.split('@')[1]?.replace('>', '');
    const original = `Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: <${sent.id}@${domain}>\r\nSubject: x`;
    const { headers, text } = delivery('5.1.1');
    const unknown = raw({ to: replyTo, from: 'mx@mx.test', headers, text });
    expect(await fateOf(unknown)).toBe('taken');
    expect(await scheduleOf(company)).toMatchObject({ status: 'active' });
    const known = raw({
      to: replyTo,
      from: 'mx@mx.test',
      headers,
      text: text.replace('--b--', `--b\r\n${original}\r\n--b--`),
    });
    expect(await fateOf(known)).toBe('report');
    expect(await optOutsOf(company)).toEqual([{ address: lead.email, source: 'bounce' }]);
    expect(await thread(lead, company)).toMatchObject([{ automatic: true }, { state: 'failed' }]);
  });

  test('in plain text, like qmail’s, is recognized by its wording; an automatic reply to the same address isn’t a bounce', async () => {
    const { company, lead, sent } = await person();
    const to = bounceTo(sent.id);
    const away = {
      to,
      from: lead.email,
      subject: 'Out of office',
      text: 'My account is no longer valid, I have left.',
    };
    expect(await fateOf(raw({ ...away, headers: ['Auto-Submitted: auto-replied'] }))).toBe('not ours');
    expect(await thread(lead, company)).toMatchObject([{ state: 'sent' }]);
    const text = `Hi. This is the qmail-send program at mx.test.\r\nI'm afraid I wasn't able to deliver your message.\r\n\r\n<${lead.email}>:\r\nSorry, no mailbox here by that name. (#5.1.1)\r\n\r\n--- Below this line is a copy of the message.\r\n\r\nspam policy`;
    const body = raw({ to, from: 'MAILER-DAEMON@mx.test', subject: 'failure notice', text });
    expect(await fateOf(body)).toBe('report');
    expect(await optOutsOf(company)).toEqual([{ address: lead.email, source: 'bounce' }]);
    expect(await thread(lead, company)).toMatchObject([{ state: 'failed' }]);
  });

  test('isn’t recognized in a homeowner’s similar wording above our email', async () => {
    const { company, lead, replyTo } = await person();
    const ours = lab.mails(lead.email)[0];
    const text = `Hi. This is the Brook family, we wasn't able to answer.\r\n\r\n-----Original Message-----\r\n${ours?.headers?.['list-unsubscribe']}`;
    expect(await fateOf(raw({ to: replyTo, from: lead.email, subject: 'Undeliverable promise', text }))).toBe('taken');
    expect((await thread(lead, company))[0]).toMatchObject({ from: 'homeowner', automatic: false });
  });

  test('reported as spam stops email follow-ups', async () => {
    const { company, sent } = await person();
    const spam = report(
      'feedback-report',
      'Content-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nVersion: 1',
    );
    await post(raw({ to: bounceTo(sent.id), from: 'fbl@provider.test', ...spam }));
    expect(await sources(company)).toEqual(['complaint']);
    expect(await scheduleOf(company)).toMatchObject({ status: 'stopped' });
  });
});
