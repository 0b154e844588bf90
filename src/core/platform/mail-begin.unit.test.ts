import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { type Begin, createMailer, type MailToSend } from './mail.ts';

const SIGNATURE = {
  DKIM_DOMAIN: 'picket.test',
  DKIM_SELECTOR: 'spring',
  DKIM_PRIVATE_KEY: generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
};

interface Listener {
  /** Commands that the server doesn't answer. */
  isDeafTo?: (line: string) => boolean;
  /** More settings of the mailer. */
  settings?: Partial<typeof SIGNATURE>;
}

/** Starts a mail server that records what it receives, and a mailer that sends to it. */
async function listener({ isDeafTo = () => false, settings = {} }: Listener = {}) {
  const told: string[] = [];
  const server = net.createServer((socket) => {
    let reading = false;
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    socket.on('data', (data) => {
      const said = String(data).trim();
      told.push(reading ? 'the mail' : (said.split(/[ :]/)[0] ?? ''));
      if (isDeafTo(said)) return;
      if (reading) socket.write('250 taken\r\n');
      else socket.write(said === 'DATA' ? '354 go on\r\n' : '250 fine\r\n');
      reading = said === 'DATA';
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mailer = createMailer(
    readConfig({
      NODE_ENV: 'test',
      APP_SECRET: 'x'.repeat(32),
      DATABASE_URL: 'postgres://localhost/none',
      SMTP_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      MAIL_FROM: 'no-reply@picket.test',
      TWILIO_ACCOUNT_SID: 'ACtest',
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+12085550100',
      ...settings,
    }),
    500,
  );
  onTestFinished(() => {
    mailer.close();
    server.close();
  });
  return { told, mailer };
}

const mail = (name: string): MailToSend => ({
  messageId: `${name}@picket.test`,
  to: 'denise@example.com',
  fromName: 'Acme Fence',
  replyTo: null,
  subject: 'Your fence',
  text: 'Hello',
  html: '<p>Hello</p>',
});

const attachments = [{ filename: 'visit.ics', contentType: 'text/calendar', content: Buffer.from('BEGIN:VCALENDAR') }];

for (const { how, settings, more } of [
  { how: 'plain', settings: {}, more: {} },
  { how: 'with an attachment', settings: {}, more: { attachments } },
  { how: 'signed', settings: SIGNATURE, more: {} },
  { how: 'signed, with an attachment', settings: SIGNATURE, more: { attachments } },
]) {
  test(`calls begin for a single email when the server waits for the email’s first byte: ${how}`, async () => {
    const { told, mailer } = await listener({ settings });
    let before: string[] = [];
    const answer = await mailer.send({ ...mail('one'), ...more }, () => {
      before = [...told];
      return Promise.resolve(true);
    });
    expect(answer).toEqual({ kind: 'accepted', providerId: '<one@picket.test>' });
    expect(before.at(-1)).toBe('DATA');
    expect(told.at(-1)).toBe('the mail');
  });

  test(`sends no byte of a canceled email, and sends the next one: ${how}`, async () => {
    const { told, mailer } = await listener({ settings });
    const send = (name: string, begin: Begin) => mailer.send({ ...mail(name), ...more }, begin);
    expect(await send('one', () => Promise.resolve(false))).toEqual({ kind: 'not-begun' });
    expect(await send('two', () => Promise.reject(new Error('no database')))).toEqual({ kind: 'not-begun' });
    expect(told).not.toContain('the mail');
    expect(await send('three', () => Promise.resolve(true))).toMatchObject({ kind: 'accepted' });
  });
}

test('reports a failure before the 354 as passing, without calling begin', async () => {
  const { mailer } = await listener({ isDeafTo: (line) => line.startsWith('RCPT') });
  let asked = 0;
  const answer = await mailer.send(mail('one'), () => {
    asked += 1;
    return Promise.resolve(true);
  });
  expect([answer.kind, asked]).toEqual(['passing', 0]);
});

test('doesn’t blame the server for a delay on our side', async () => {
  const { told, mailer } = await listener();
  expect(await mailer.send(mail('one'), () => new Promise(() => undefined))).toEqual({ kind: 'not-begun' });
  expect(told).not.toContain('the mail');
});
