import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { createMailer, type MailToSend } from './mail.ts';

/** Starts a mail server that records what it receives. It doesn't answer commands for which `isDeafTo` returns true. */
async function listener(isDeafTo: (line: string) => boolean = () => false) {
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

test('calls begin for a single email when the server waits for the email’s first byte', async () => {
  const { told, mailer } = await listener();
  let before: string[] = [];
  const answer = await mailer.send(mail('one'), () => {
    before = [...told];
    return Promise.resolve(true);
  });
  expect(answer).toEqual({ kind: 'accepted', providerId: '<one@picket.test>' });
  expect(before.at(-1)).toBe('DATA');
  expect(told.at(-1)).toBe('the mail');
});

test('sends no byte of a canceled email, and sends the next one', async () => {
  const { told, mailer } = await listener();
  expect(await mailer.send(mail('one'), () => Promise.resolve(false))).toEqual({ kind: 'not-begun' });
  expect(await mailer.send(mail('two'), () => Promise.reject(new Error('no database')))).toEqual({ kind: 'not-begun' });
  expect(told).not.toContain('the mail');
  expect(await mailer.send(mail('three'), () => Promise.resolve(true))).toMatchObject({ kind: 'accepted' });
});

test('reports a failure before the 354 as passing, without calling begin', async () => {
  const { mailer } = await listener((line) => line.startsWith('RCPT'));
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
