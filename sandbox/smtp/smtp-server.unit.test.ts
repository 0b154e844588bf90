import { expect, it } from 'vitest';
import { ask, mailer, sandboxUnderTest } from '../testing/sandbox-under-test.ts';

const mail = {
  from: 'Acme Fence José <no-reply@picket.test>',
  replyTo: 'office@acme.test',
  to: 'Tom Ortega <tom@example.test>',
  subject: 'Your estimate – 184 ft',
  text: 'Hello Tom',
  html: '<p>Hello <b>Tom</b></p>',
  headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
};

it('shows an email with plain addresses, both parts, headers and attachments', async () => {
  const sandbox = await sandboxUnderTest();
  const attachments = [
    { filename: 'EST-000001-1234.pdf', content: 'pdf' },
    { filename: 'visit.ics', contentType: 'text/calendar; method=REQUEST', content: 'BEGIN:VCALENDAR' },
  ];
  await mailer(sandbox).sendMail({ ...mail, attachments });
  const { body } = await ask<object[]>(sandbox, '/api/messages');
  expect(body).toMatchObject([
    {
      channel: 'email',
      from: 'no-reply@picket.test',
      to: 'tom@example.test',
      subject: 'Your estimate – 184 ft',
      text: expect.stringContaining('Hello Tom') as string,
      html: expect.stringContaining('<b>Tom</b>') as string,
      headers: { 'list-unsubscribe-post': 'List-Unsubscribe=One-Click', 'reply-to': 'office@acme.test' },
      attachments: [
        { name: 'EST-000001-1234.pdf', contentType: 'application/pdf' },
        { name: 'visit.ics', contentType: 'text/calendar', text: 'BEGIN:VCALENDAR\n' },
      ],
    },
  ]);
});

it('doesn’t invent a text part for an HTML-only email', async () => {
  const sandbox = await sandboxUnderTest();
  const { text: _text, ...onlyHtml } = mail;
  await mailer(sandbox).sendMail(onlyHtml);
  expect(sandbox.messages.all()).toMatchObject([{ text: '' }]);
});

it('accepts any password, and several emails in order on one connection', async () => {
  const sandbox = await sandboxUnderTest();
  for (const subject of ['one', 'two', 'three']) await mailer(sandbox).sendMail({ ...mail, subject });
  expect(sandbox.messages.all().map(({ subject }) => subject)).toEqual(['one', 'two', 'three']);
});

it.each([
  ['http500', { responseCode: 451 }],
  ['http429', { responseCode: 421 }],
  ['reject', { responseCode: 550 }],
  ['timeout', { code: 'ETIMEDOUT' }],
  ['hang_up', { code: expect.stringMatching(/ECONN|ESOCKET/) as string }],
])('%s accepts nothing and fails as a real mail server does', async (mode, failure) => {
  const sandbox = await sandboxUnderTest();
  await ask(sandbox, '/api/faults', 'POST', { provider: 'smtp', mode, count: 1 });
  await expect(mailer(sandbox).sendMail(mail)).rejects.toMatchObject(failure);
  expect(sandbox.messages.all()).toEqual([]);
  await mailer(sandbox).sendMail(mail);
  expect(sandbox.messages.all()).toHaveLength(1);
});

it('drop_after_accept accepts the email and disconnects before it answers', async () => {
  const sandbox = await sandboxUnderTest();
  await ask(sandbox, '/api/faults', 'POST', { provider: 'smtp', mode: 'drop_after_accept', count: 1 });
  await expect(mailer(sandbox).sendMail(mail)).rejects.toMatchObject({
    code: expect.stringMatching(/ECONN|ESOCKET/) as string,
  });
  expect(sandbox.messages.all()).toMatchObject([{ to: 'tom@example.test' }]);
});
