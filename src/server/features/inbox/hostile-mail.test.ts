import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailToken } from '#core/platform/secrets.ts';
import {
  DOMAIN,
  type InboundMailLab,
  NOON,
  type Person,
  raw,
  startInboundMailLab,
} from '../../../../test/inbound-mail.ts';

let lab: InboundMailLab;
beforeAll(async () => {
  lab = await startInboundMailLab();
  // starts the parser's thread before the measurements
  const { replyTo, lead } = await lab.person();
  await lab.post(raw({ to: replyTo, from: lead.email }));
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(NOON));

const MB = 1024 * 1024;
const MOST_BUSY = 800;
const MULTIPART = 'Content-Type: multipart/mixed; boundary=b';
const SHORT_LINES = '>\n'.repeat(1_200_000);
const MANY_PARTS = '--b\n\nx\n'.repeat(200_000);
const HTML = 'Content-Type: text/html; charset=utf-8';

/** Emails below the size limit that used to block the server for seconds. */
const BOMBS: [string, { headers?: string[]; text: string }][] = [
  ['1.2 million short quoted lines', { text: SHORT_LINES }],
  ['200,000 MIME parts', { headers: [MULTIPART], text: MANY_PARTS }],
  ['a million empty lines', { text: '\n'.repeat(1_000_000) }],
  ['HTML nested 200,000 deep', { headers: [HTML], text: '<b>'.repeat(200_000) }],
  ['a header of 200,000 lines', { headers: [`X-Long: x${'\r\n x'.repeat(200_000)}`], text: 'x' }],
  ['a million recipients', { headers: [`Cc: ${'a@b.test, '.repeat(200_000)}`], text: 'x' }],
];

/**
 * Runs `work` and returns how long (in ms) this thread was busy, and by how many MB its memory grew. The thread runs
 * both the server and its client. Measures processor time instead of clock time, because other processes may be busy.
 */
async function whileWatched<T>(work: () => Promise<T>): Promise<{ answer: T; busy: number; grew: number }> {
  const before = process.memoryUsage.rss();
  let most = before;
  const looking = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  const started = process.threadCpuUsage();
  try {
    const answer = await work();
    const { user, system } = process.threadCpuUsage(started);
    return { answer, busy: (user + system) / 1_000, grew: (most - before) / MB };
  } finally {
    clearInterval(looking);
  }
}

const bomb = ({ replyTo, lead }: Person, body: { headers?: string[]; text: string }) =>
  raw({ to: replyTo, from: lead.email, ...body });

describe('an email made to keep the parser busy', () => {
  test.each(BOMBS)('of %s doesn’t block the server and uses little memory', async (_what, body) => {
    const person = await lab.person();
    const mail = bomb(person, body);
    const { answer, busy, grew } = await whileWatched(async () => {
      const posted = lab.post(mail);
      const alive = await fetch(`${lab.app.url}/healthz`);
      return { alive: alive.status, status: (await posted).status };
    });
    expect(answer).toEqual({ alive: 200, status: 200 });
    // took 1.5 to 25 s before the fix
    expect(busy).toBeLessThan(MOST_BUSY);
    expect(grew).toBeLessThan(250);
    expect((await lab.thread(person.lead, person.company))[0]).toMatchObject({ from: 'homeowner' });
  });

  test('is stored as unreadable: the contractor is notified, follow-ups stop, nothing is suppressed', async () => {
    const person = await lab.person();
    const { company, lead, caller } = person;
    const body = bomb(person, { headers: [MULTIPART], text: MANY_PARTS });
    expect([await lab.fateOf(body), await lab.fateOf(body)]).toEqual(['unreadable', 'known']);
    const [item] = await lab.thread(lead, company);
    expect(item).toMatchObject({
      from: 'homeowner',
      subject: 'Re: Your fence',
      text: '',
      unreadable: true,
      reason: expect.stringMatching(/send it again/) as string,
    });
    expect(await lab.scheduleOf(lead)).toMatchObject({ status: 'stopped' });
    expect(await lab.suppressed(company)).toEqual([]);
    expect(await caller.leads.get({ leadId: lead.id })).toMatchObject({ unread: 1, awaitsAnswer: 'reply' });
    const told = (await lab.timeline(company)).find(({ kind }) => kind === 'reply_received');
    expect(told?.data).toMatchObject({ unreadable: true, from: lead.email });
    await lab.drain(company);
    expect(lab.mails(company.email)).toHaveLength(1);
  });

  test('from a stranger is stored and reported too, and stops no follow-ups', async () => {
    const { company, lead, replyTo } = await lab.person();
    const body = raw({ to: replyTo, from: 'x@stranger.test', headers: [MULTIPART], text: MANY_PARTS });
    expect(await lab.fateOf(body)).toBe('unreadable');
    expect((await lab.thread(lead, company))[0]).toMatchObject({ unreadable: true, sender: 'x@stranger.test' });
    expect(await lab.scheduleOf(lead)).toMatchObject({ status: 'active' });
    lab.app.clock.advance(60_000);
    await lab.drain(company);
    const [notice] = lab.mails(company.email);
    expect(notice?.text).toMatch(/couldn’t read/);
  });

  test('to an unknown recipient is answered at once, unparsed', async () => {
    const other = `reply+${mailToken(crypto.randomUUID(), 'another secret, 32 characters long', 'reply')}@${DOMAIN}`;
    const dead = `reply+${mailToken(crypto.randomUUID(), lab.app.config.APP_SECRET, 'reply')}@${DOMAIN}`;
    for (const to of [other, dead, `office@${DOMAIN}`, 'x@y.test']) {
      const mail = raw({ to, from: 'x@y.test', headers: [MULTIPART], text: MANY_PARTS });
      const { answer, busy } = await whileWatched(() => lab.fateOf(mail));
      expect(answer).toBe('not ours');
      expect(busy).toBeLessThan(MOST_BUSY);
    }
  });

  test('that is posted twice doesn’t prevent another lead’s plain email from being parsed', async () => {
    const [one, other] = [await lab.person(), await lab.person()];
    const bombs = [1, 2].map(() => lab.fateOf(bomb(one, { text: SHORT_LINES })));
    const plain = await lab.fateOf(raw({ to: other.replyTo, from: other.lead.email }));
    expect(plain).toBe('taken');
    expect(await Promise.all(bombs)).toEqual(['unreadable', 'unreadable']);
  });
});

describe('a legitimate email', () => {
  const photo = (bytes: number): string => randomBytes(bytes).toString('base64').replace(/.{76}/g, '$&\r\n');
  const withPhotos = (first: string, count: number, bytes: number): string =>
    [
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      first,
      ...Array.from({ length: count }, (_, index) => [
        '--b',
        `Content-Type: image/jpeg; name="gate-${index}.jpg"`,
        'Content-Transfer-Encoding: base64',
        `Content-Disposition: attachment; filename="gate-${index}.jpg"`,
        '',
        photo(bytes),
      ]).flat(),
      '--b',
      'Content-Type: text/plain',
      '',
      'Sent from my iPhone',
      '--b--',
    ].join('\r\n');

  test('with 20 MB of photos is parsed, with their names, and delays nothing', async () => {
    const { company, lead, replyTo } = await lab.person();
    const text = withPhotos('The gate=E2=80=99s here. Stop by on Friday?', 5, 3 * MB);
    const body = Buffer.from(raw({ to: replyTo, from: lead.email, headers: [MULTIPART], text }));
    expect(body.length).toBeGreaterThan(20 * MB);
    const { answer, busy } = await whileWatched(() => lab.fateOf(body));
    expect(answer).toBe('taken');
    expect(busy).toBeLessThan(MOST_BUSY);
    expect((await lab.thread(lead, company))[0]).toMatchObject({
      text: 'The gate’s here. Stop by on Friday?',
      attachments: [0, 1, 2, 3, 4].map((index) => `gate-${index}.jpg`),
      unreadable: false,
    });
  });

  test('of more than 25 MB is parsed up to that size', async () => {
    const { company, lead, replyTo } = await lab.person();
    const text = withPhotos('Here are the photos.', 3, 7 * MB);
    const body = raw({ to: replyTo, from: lead.email, headers: [MULTIPART], text });
    expect(await lab.fateOf(body)).toBe('taken');
    expect((await lab.thread(lead, company))[0]).toMatchObject({ text: 'Here are the photos.' });
  });

  test.each(['multipart', 'urlencoded'])('with bytes that aren’t UTF-8 survives a %s form unchanged', async (how) => {
    const { company, lead, replyTo } = await lab.person();
    const headers = ['Content-Type: text/plain; charset=iso-8859-1', 'Content-Transfer-Encoding: 8bit'];
    const mail = Buffer.from(raw({ to: replyTo, from: lead.email, headers, text: 'Mañana está bien & más' }), 'latin1');
    if (how === 'multipart') {
      const start = Buffer.from('--x1\r\nContent-Disposition: form-data; name="email"\r\n\r\n');
      const body = Buffer.concat([start, mail, Buffer.from('\r\n--x1--\r\n')]);
      await lab.post(body, { 'content-type': 'multipart/form-data; boundary=x1' });
    } else {
      const value = [...mail].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
      await lab.post(`recipient=x&body-mime=${value}`, { 'content-type': 'application/x-www-form-urlencoded' });
    }
    expect((await lab.thread(lead, company))[0]).toMatchObject({ text: 'Mañana está bien & más' });
  });
});
