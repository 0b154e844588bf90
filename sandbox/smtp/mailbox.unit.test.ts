import { expect, it } from 'vitest';
import { appUnderTest } from '../testing/app-under-test.ts';
import { ask, mailer, sandboxUnderTest } from '../testing/sandbox-under-test.ts';

const mail = {
  from: 'Acme Fence <no-reply@picket.test>',
  replyTo: 'Acme Fence <reply+abc@inbound.picket.test>',
  to: 'tom@example.test',
  subject: 'Your estimate',
  text: 'Hello Tom\nDoes Saturday work?',
};
const inboundMail = { domain: 'inbound.picket.test', secret: 'a local secret' };

it('replies to an email with a quote, through the app’s inbound email webhook', async () => {
  const app = await appUnderTest();
  const sandbox = await sandboxUnderTest({ appUrl: app.url, inboundMail });
  await mailer(sandbox).sendMail(mail);
  const answer = await ask(sandbox, '/api/reply', 'POST', { from: 'tom@example.test', text: 'Friday works' });
  expect(answer).toEqual({ status: 200, body: { status: 200 } });
  const [heard] = app.heard;
  expect(heard?.path).toBe('/webhooks/mail/inbound');
  expect(heard?.headers.authorization).toBe(`Basic ${Buffer.from('sandbox:a local secret').toString('base64')}`);
  expect(heard?.raw).toMatch(/^To: reply\+abc@inbound\.picket\.test$/m);
  expect(heard?.raw).toMatch(/^Subject: Re: Your estimate$/m);
  expect(heard?.raw).toMatch(/^In-Reply-To: <[^>]+>$/m);
  expect(heard?.raw).toMatch(/Friday works[\s\S]+wrote:[\s\S]+> Does Saturday work\?/);
  const { body } = await ask<{ direction: string; text: string }[]>(sandbox, '/api/messages?direction=all');
  expect(body.at(-1)).toMatchObject({ direction: 'in', text: 'Friday works' });
});

it('explains why an email can’t be replied to', async () => {
  const sandbox = await sandboxUnderTest({ inboundMail });
  const reply = (from: string) => ask(sandbox, '/api/reply', 'POST', { from, text: 'Hello' });
  expect(await reply('nobody@example.test')).toMatchObject({ status: 422 });
  await mailer(sandbox).sendMail({ ...mail, replyTo: 'office@acme.test' });
  expect(await reply('tom@example.test')).toMatchObject({
    status: 422,
    body: { error: { message: expect.stringContaining('office@acme.test') as string } },
  });
});
