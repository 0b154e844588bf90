import { describe, expect, it } from 'vitest';
import { DEFAULT_MESSAGES, DEFAULT_MESSAGES_ES } from '#shared/features/follow-ups/steps.rules.ts';
import { measureText } from '#shared/features/messages/sms-text.rules.ts';
import { textWords } from '#shared/features/messages/words.ts';
import { REMINDER_MESSAGES_ES } from '#shared/features/reminders/reminder-messages.es.ts';
import { REMINDER } from '#shared/features/reminders/reminder.rules.ts';
import { formats } from '#shared/primitives/formats.ts';
import { type Language, LOCALE } from '#shared/primitives/language.ts';
import { localDate } from '#shared/primitives/local-date.ts';
import { estimateWords } from '../estimates/words.ts';
import { leadWords } from '../leads/words.ts';
import { paymentWords } from '../payments/words.ts';
import { permissionWords } from '../permission/words.ts';

const LANGUAGES = Object.keys(LOCALE) as Language[];

type Filled = (values: never) => string;
const fillAll = (phrase: Filled): string[] =>
  [0, 1, 2].map((count) =>
    phrase(new Proxy({}, { get: (_values, key) => (key === 'count' ? count : 'Acme') }) as never),
  );

/** Returns the sentences in a part of a catalog, with plain values for all placeholders. */
const sentencesOf = (part: unknown): string[] => {
  if (typeof part === 'string') return [part];
  if (typeof part === 'function') return fillAll(part as Filled);
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(sentencesOf) : [];
};

const textsIn = (language: Language): string[] => {
  const { help, helpOrCall, optedOut, optedIn } = permissionWords(language);
  const { fence, text, textWithPrice } = leadWords(language);
  const { from, sent, signed } = estimateWords(language);
  const { receipt, failed } = paymentWords(language);
  const { money, feet, day } = formats(language);
  return [
    ...sentencesOf([textWords(language), help, helpOrCall, optedOut, optedIn, fence, text, textWithPrice]),
    ...sentencesOf([from, sent.text, sent.textOptions, signed.text]),
    ...sentencesOf([receipt.text, receipt.textLeft, receipt.textLink, failed.text, failed.textLink]),
    money(354_208),
    feet(184.5),
    ...Array.from({ length: 12 }, (_none, month) => day(localDate(`2026-${String(month + 1).padStart(2, '0')}-06`))),
  ];
};

describe('texts stay within GSM-7 (T12)', () => {
  it.each(LANGUAGES)('in the catalogs: %s', (language) => {
    const texts = textsIn(language);
    expect(texts.length).toBeGreaterThan(30);
    expect(texts.filter((text) => measureText(text).encoding !== 'GSM-7')).toEqual([]);
  });

  it('in the default messages of follow-ups and reminders', () => {
    const english = [...DEFAULT_MESSAGES, ...Object.values(REMINDER).map(({ message }) => message)];
    const texts = [...english, ...DEFAULT_MESSAGES_ES, ...Object.values(REMINDER_MESSAGES_ES)];
    expect(texts.filter((text) => measureText(text).encoding !== 'GSM-7')).toEqual([]);
  });
});
