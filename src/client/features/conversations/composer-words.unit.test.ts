import { expect, test } from 'vitest';
import type { SmsRefusal, WaysView } from '#shared/features/conversations/conversations.schema.ts';
import { ownPhoneMay } from './composer-words.ts';

const waysOf = (refusal: SmsRefusal | null): WaysView => ({
  sms: { allowed: refusal === null, refusal, reason: null, opensAt: null, why: null, first: false },
  email: { allowed: true, reason: null, subject: '' },
  companyName: 'Acme Fence',
  zone: 'America/Boise',
});

test.each<[SmsRefusal | null, boolean]>([
  ['not_registered', true],
  ['paused', true],
  ['opted_out', false],
  ['no_consent', false],
  ['no_lawful_hour', false],
  ['not_textable', false],
  ['no_phone', false],
  [null, false],
])('after %s, offers to call or text from one’s own phone: %s (C11)', (refusal, offered) => {
  expect(ownPhoneMay(waysOf(refusal))).toBe(offered);
});
