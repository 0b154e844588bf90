import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { createMailer } from './mail.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Simulates a receiver's DNS, with one record that contains our public key. */
const resolver = (name: string): Promise<string[][]> => {
  expect(name).toBe('spring._domainkey.picket.test');
  return Promise.resolve([
    [`v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`],
  ]);
};

/**
 * Sends an email with the product's mailer, with a one-line key as in `.env`, and returns it as a mail server receives
 * it.
 */
async function arrived(headers: Record<string, string>): Promise<Buffer> {
  const received = Promise.withResolvers<Buffer>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      buffer(stream).then(received.resolve, received.reject);
      stream.on('end', () => done());
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  const mailer = createMailer(
    readConfig({
      NODE_ENV: 'test',
      APP_SECRET: 'x'.repeat(32),
      DATABASE_URL: 'postgres://localhost/none',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'no-reply@picket.test',
      TWILIO_ACCOUNT_SID: 'ACtest',
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+12085550100',
      DKIM_DOMAIN: 'picket.test',
      DKIM_SELECTOR: 'spring',
      DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', '\\n'),
    }),
  );
  onTestFinished(async () => {
    mailer.close();
    await new Promise<void>((closed) => server.close(closed));
  });
  const mail = {
    messageId: 'one@picket.test',
    to: 'denise@example.com',
    fromName: 'Acme Fence',
    replyTo: 'office@acme.example',
    subject: 'Your fence – any questions?',
    text: 'Hello Denise',
    html: '<p>Hello Denise</p>',
    headers,
  };
  const answer = await mailer.send(mail, () => Promise.resolve(true));
  expect(answer.kind).toBe('accepted');
  return received.promise;
}

const LINK = `https://picket.example/unsubscribe/${'a'.repeat(180)}`;

test('C25: a follow-up email is DKIM-signed, with both unsubscribe headers signed and on one line', async () => {
  const raw = await arrived({
    'List-Unsubscribe': `<${LINK}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });

  const { results } = await dkimVerify(raw, { resolver });

  expect(results).toHaveLength(1);
  expect(results[0]).toMatchObject({ signingDomain: 'picket.test', status: { result: 'pass' } });
  const signed = results[0]?.signingHeaders?.keys.toLowerCase().split(/[:\s]+/);
  expect(signed).toEqual(expect.arrayContaining(['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']));
  expect(raw.toString()).toContain(`\r\nList-Unsubscribe: <${LINK}>\r\n`);
});

test('C25: changing the unsubscribe link in transit breaks the signature', async () => {
  const raw = await arrived({ 'List-Unsubscribe': `<${LINK}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  const changed = raw.toString().replace('List-Unsubscribe=One-Click', 'List-Unsubscribe=Two-Clicks');

  const { results } = await dkimVerify(Buffer.from(changed), { resolver });

  expect(results[0]?.status.result).not.toBe('pass');
});
