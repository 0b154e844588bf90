import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { createMailer, MAIL_CONNECTIONS, type MailToSend } from './mail.ts';
import type { ProviderAnswer } from './provider-answer.ts';
import { createTextGateway } from './twilio.ts';

const WITHIN = 500;
/** The interval between partial answers in milliseconds. It's far shorter than any idle timeout. */
const DRIP = 20;

const configOf = (env: Record<string, string>) =>
  readConfig({
    NODE_ENV: 'test',
    APP_SECRET: 'x'.repeat(32),
    DATABASE_URL: 'postgres://localhost/none',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'no-reply@picket.test',
    TWILIO_ACCOUNT_SID: 'ACtest',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+12085550100',
    ...env,
  });

async function listening(server: net.Server | HttpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** The step at which the mail server sends lines from time to time but never finishes its answer. */
type Endless = 'nothing' | 'EHLO' | 'the mail';

/** Starts a minimal mail server whose behavior the tests can change. */
async function moodyServer() {
  let endless: Endless = 'nothing';
  let clients = 0;
  const server = net.createServer((socket) => {
    clients += 1;
    let mail: string | undefined;
    const drip = (line: string): void => {
      const timer = setInterval(() => socket.write(line), DRIP);
      socket.on('close', () => clearInterval(timer));
    };
    socket.on('error', () => undefined);
    socket.on('close', () => (clients -= 1));
    socket.write('220 ready\r\n');
    socket.on('data', (data) => {
      const said = String(data);
      if (mail !== undefined) {
        mail += said;
        if (!mail.endsWith('\r\n.\r\n')) return;
        mail = undefined;
        if (endless === 'the mail') drip('250-still\r\n');
        else socket.write('250 taken\r\n');
      } else if (said.startsWith('DATA')) {
        mail = '';
        socket.write('354 go on\r\n');
      } else if (said.startsWith('EHLO') && endless === 'EHLO') drip('250-still\r\n');
      else socket.write('250 fine\r\n');
    });
  });
  const port = await listening(server);
  return { port, clients: () => clients, mood: (next: Endless) => (endless = next) };
}

const mailNamed = (name: string): MailToSend => ({
  messageId: `${name}@picket.test`,
  to: 'denise@example.com',
  fromName: 'Acme Fence',
  replyTo: null,
  subject: 'Your fence',
  text: 'Hello',
  html: '<p>Hello</p>',
});

test('times out if a mail server never finishes its answer: retryable before the email, unknown after it', async () => {
  const server = await moodyServer();
  const mailer = createMailer(configOf({ SMTP_URL: `smtp://127.0.0.1:${server.port}` }), WITHIN);
  onTestFinished(() => mailer.close());
  let mails = 0;
  const send = (): Promise<ProviderAnswer> => mailer.send(mailNamed(String((mails += 1))), () => Promise.resolve(true));
  const asMany = async () => new Set((await Promise.all(Array.from({ length: MAIL_CONNECTIONS }, send))).map(short));
  const short = (answer: ProviderAnswer) => `${answer.kind} ${'code' in answer ? answer.code : ''}`;

  server.mood('EHLO');
  expect(await asMany()).toEqual(new Set(['passing ETIMEDOUT']));
  server.mood('the mail');
  // Retries, because a slow machine may not have reached this step yet.
  await expect.poll(asMany, { timeout: 10_000 }).toEqual(new Set(['unknown ']));
  // Checks that no pooled connection still contains an aborted email.
  server.mood('nothing');
  await expect.poll(asMany, { timeout: 10_000 }).toEqual(new Set(['accepted ']));
  await expect.poll(server.clients).toBeLessThanOrEqual(MAIL_CONNECTIONS);
});

test('times out on a slow Twilio response, and reports the result as unknown', async () => {
  const port = await listening(
    createServer((_request, response) => {
      response.writeHead(201, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), DRIP);
      response.on('close', () => clearInterval(timer));
    }),
  );
  const texts = createTextGateway(configOf({ TWILIO_API_BASE: `http://127.0.0.1:${port}` }), WITHIN);
  const text = { rowId: 'row', to: '+12085550111', from: null, body: 'Hello', validitySeconds: 600 };
  expect(await texts.send(text)).toMatchObject({ kind: 'unknown' });
  await expect(texts.fate('SM1')).rejects.toThrow(/./);
});
