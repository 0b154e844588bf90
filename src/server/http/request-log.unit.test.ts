import { expect, test } from 'vitest';
import { redactPath } from './request-log.ts';

const TOKEN = 'a'.repeat(20) + '_B-'.repeat(8);
const ID = '01a20238-8e25-7d71-8f79-bb84a0c4d1d8';

test.each([
  [`/estimate/${TOKEN}.pdf?x=1`, '/estimate/:token.pdf'],
  [`/estimate/${TOKEN}/decline`, '/estimate/:token/decline'],
  ['//Unsubscribe//short', '/Unsubscribe/:token'],
  [`/see/${TOKEN}.`, '/see/:hidden'],
  ['/wanda@homes.example/x', '/:hidden/x'],
  ['/wanda%40homes.example', '/:hidden'],
  [
    '/trpc/leads.list,leads.summary,subscription.check?input=%7B%22search%22',
    '/trpc/leads.list,leads.summary,subscription.check',
  ],
  [`/api/messages/${ID}/files/0.jpg`, `/api/messages/${ID}/files/0.jpg`],
])('%s is logged as %s', (url, logged) => {
  expect(redactPath(url)).toBe(logged);
});
