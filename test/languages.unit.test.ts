import { describe, expect, it } from 'vitest';
import { agreementWords } from '#core/features/agreements/words.ts';
import { balanceWords } from '#core/features/balances/words.ts';
import { estimateWords } from '#core/features/estimates/words.ts';
import { leadWords } from '#core/features/leads/words.ts';
import { paymentWords } from '#core/features/payments/words.ts';
import { permissionWords } from '#core/features/permission/words.ts';
import { reminderSubjects } from '#core/features/reminders/words.ts';
import { cancelNotice } from '#core/platform/us-data/index.ts';
import { DEFAULT_TERMS_ES } from '#shared/features/company/default-terms.es.ts';
import { DEFAULT_TERMS } from '#shared/features/company/default-terms.ts';
import { cancelForm, cancelStatement } from '#shared/features/estimates/cooling-off.rules.ts';
import { discountWords } from '#shared/features/estimates/offer-price.rules.ts';
import { SIGN_CONSENTS } from '#shared/features/estimates/signature.rules.ts';
import { calculatedWords } from '#shared/features/estimates/words.ts';
import { isMarketing } from '#shared/features/follow-ups/offer.rules.ts';
import { DEFAULT_MESSAGES, DEFAULT_MESSAGES_ES } from '#shared/features/follow-ups/steps.rules.ts';
import { fillTags, type TagValues } from '#shared/features/follow-ups/tags.rules.ts';
import { textWords } from '#shared/features/messages/words.ts';
import { methodWords } from '#shared/features/payments/words.ts';
import { plainFence } from '#shared/features/pricing/fence.ts';
import { quantityInWords, viewLines } from '#shared/features/pricing/line-view.ts';
import { neutralBook } from '#shared/features/pricing/price-book.ts';
import { priceFence } from '#shared/features/pricing/price.rules.ts';
import { REMINDER_MESSAGES_ES } from '#shared/features/reminders/reminder-messages.es.ts';
import { REMINDER, reminderMessageFault, REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import { consentIn } from '#shared/features/permission/text-consent.words.ts';
import type { Language } from '#shared/primitives/language.ts';
import { estimatePageWords } from '../src/server/features/estimates/words/index.ts';
import { legalWords } from '../src/server/features/legal/words.ts';
import { hostedWords } from '../src/server/features/widget/words.ts';
import { unsubscribeWords } from '../src/server/features/opt-outs/words.ts';
import { en as firstEn } from '#shared/features/widget/words/first-words.en.ts';
import { es as firstEs } from '#shared/features/widget/words/first-words.es.ts';
import { CHAT_LABEL } from '#shared/features/widget/words/chat-label.ts';
import { chatWords } from '../src/widget/words/chat-words.ts';
import { mapWords } from '../src/widget/words/map-words.ts';
import { en as stepEn } from '../src/widget/words/step-words.en.ts';
import { es as stepEs } from '../src/widget/words/step-words.es.ts';

const of = <Words>(words: (language: Language) => Words): [Words, Words] => [words('en'), words('es')];

/** Every catalog of texts for homeowners, in English and in Spanish. */
const CATALOGS: Record<string, [en: unknown, es: unknown]> = {
  'answers to an estimate': of(agreementWords),
  'refused payments': of(balanceWords),
  estimates: of(estimateWords),
  requests: of(leadWords),
  payments: of(paymentWords),
  permission: of(permissionWords),
  'reminder subjects': of(reminderSubjects),
  'calculated words': of(calculatedWords),
  texts: of(textWords),
  'payment methods': of(methodWords),
  'estimate page': of(estimatePageWords),
  'legal pages': of(legalWords),
  'unsubscribe pages': of(unsubscribeWords),
  'hosted page': of(hostedWords),
  'first script': [firstEn, firstEs],
  'second script': [stepEn, stepEs],
  'fence map': of(mapWords),
  conversation: of(chatWords),
  'way to the conversation': of((language) => ({ label: CHAT_LABEL[language] })),
  'sign consent': of((language) => SIGN_CONSENTS[language]),
  'text consent': of((language) => consentIn(language, 'Acme')),
  'notice of cancellation': of(cancelNotice),
};

/** Texts that are the same in both languages: names, numbers and placeholders. */
const SAME = new Set([
  'Cookies',
  'Material',
  'Total',
  '{amount} ({reason})',
  '{company} · {number}',
  '{feet}',
  '{label}: {value}',
  '{name}, {feet}',
  '{option}.',
  '{option}: {fence}',
  '{unsubscribe}',
  'Total {amount}',
]);

type Filled = (values: never) => string;
const COUNTS = [0, 1, 2, 1_000_000];

/** Returns the phrase for each count, with the placeholders as in the template. */
const templatesOf = (phrase: Filled): string[] =>
  COUNTS.map((count) =>
    phrase(new Proxy({}, { get: (_values, key) => (key === 'count' ? count : `{${String(key)}}`) }) as never),
  );

interface Sentence {
  path: string;
  text: string;
}

const sentencesOf = (part: unknown, path = ''): Sentence[] => {
  if (typeof part === 'string') return [{ path, text: part }];
  if (typeof part === 'function')
    return templatesOf(part as Filled).map((text, index) => ({ path: `${path}#${index}`, text }));
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part)
    .filter(([key]) => !['format', 'lang', 'language', 'other', 'otherName', 'version', 'feet'].includes(key))
    .flatMap(([key, value]) => sentencesOf(value, `${path}.${key}`));
};

const placesOf = (text: string): string[] => (text.match(/\{[\w ’]+\}/g) ?? []).toSorted();

describe.each(Object.entries(CATALOGS))('the Spanish catalog of %s', (_name, [en, es]) => {
  const [english, spanish] = [sentencesOf(en), sentencesOf(es)];

  it('has every sentence, with the same placeholders', () => {
    expect(english.length).toBeGreaterThan(0);
    expect(spanish.map(({ path }) => path)).toEqual(english.map(({ path }) => path));
    expect(spanish.map(({ path, text }) => [path, placesOf(text)])).toEqual(
      english.map(({ path, text }) => [path, placesOf(text)]),
    );
  });

  it('leaves nothing in English', () => {
    const same = spanish.filter(({ text }, index) => text === english[index]?.text && /\p{L}{2}/u.test(text));
    expect(
      same.map(({ text }) => text).filter((text) => !SAME.has(text) && /[a-z]/i.test(text.replace(/\{[^}]*\}/g, ''))),
    ).toEqual([]);
    const left = spanish.filter(({ text }) =>
      /\b(?:the|your|you|and|with|from|please|estimate|fence|gate)\b/i.test(text.replace(/\{[^}]*\}/g, '')),
    );
    expect(left).toEqual([]);
  });

  it('uses the same sentence endings', () => {
    const end = (text: string) => (/[.!?]$/.exec(text) ? '.' : '');
    const other = spanish.filter(({ text }, index) => end(text) !== end(english[index]?.text ?? ''));
    expect(other).toEqual([]);
  });
});

describe('the Spanish content for homeowners', () => {
  const values: TagValues = {
    name: 'Dana Whitfield',
    address: '12 Elm St',
    totalFeet: 184,
    estimateCents: 354_208,
    offer: discountWords({ percent: 10 }, 'es'),
    offerEnds: '19 de noviembre de 2026',
  };
  // A message with an offer's tags is always sent with an offer.
  const none: TagValues = {
    ...values,
    name: null,
    address: null,
    totalFeet: null,
    estimateCents: null,
    offerEnds: null,
  };
  const filled = (message: string, tags: TagValues) => fillTags(message, tags, undefined, 'es');

  it('fills in the default messages', () => {
    expect(DEFAULT_MESSAGES_ES.map((message) => filled(message, values))).toEqual([
      'Hola Dana, le escribimos sobre los 184 pies de cerca para 12 Elm St. ¿Le parece bien $3,542.08? Si tiene preguntas, responda a este mensaje.',
      'Hola Dana, ¿sigue pensando en la cerca para 12 Elm St? Con gusto cambiamos el material o las puertas y le damos otro precio. Solo responda a este mensaje.',
      'Hola Dana, este es el recordatorio final sobre la cerca para 12 Elm St: programe el trabajo esta semana y reciba 10% de descuento en $3,542.08, hasta el 19 de noviembre de 2026.',
    ]);
  });

  it('leaves readable sentences if every value is missing', () => {
    expect(DEFAULT_MESSAGES_ES.map((message) => filled(message, none))).toEqual([
      'Hola qué tal, le escribimos sobre la cerca para su propiedad. ¿Le parece bien su presupuesto? Si tiene preguntas, responda a este mensaje.',
      'Hola qué tal, ¿sigue pensando en la cerca para su propiedad? Con gusto cambiamos el material o las puertas y le damos otro precio. Solo responda a este mensaje.',
      'Hola qué tal, este es el recordatorio final sobre la cerca para su propiedad: programe el trabajo esta semana y reciba 10% de descuento en su presupuesto.',
    ]);
    expect(
      filled('Su cerca ({{total_feet}}) está lista. Son {{total_feet}} pies.', { ...none, totalFeet: 1_200.5 }),
    ).toBe('Su cerca (1,200.5 pies) está lista. Son 1,200.5 pies.');
  });

  it('makes the same offers (C5, C30)', () => {
    expect(DEFAULT_MESSAGES_ES.map((message) => isMarketing(message))).toEqual(
      DEFAULT_MESSAGES.map((message) => isMarketing(message)),
    );
    expect(discountWords({ amountCents: 120_000 }, 'es')).toBe('$1,200.00 de descuento');
  });

  it('has each reminder with the same tags', () => {
    const tags = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted();
    for (const rule of REMINDERS) {
      expect([rule, reminderMessageFault(rule, REMINDER_MESSAGES_ES[rule])]).toEqual([rule, undefined]);
      expect(tags(REMINDER_MESSAGES_ES[rule])).toEqual(tags(REMINDER[rule].message));
    }
  });

  it('has terms with the same sections, figures and deposit', () => {
    const facts = (text: string) => text.match(/^\d+\. |\{\{deposit\}\}|\d+(?:\.\d+)?%|\b(?:30|1)\b/gm);
    expect(facts(DEFAULT_TERMS_ES)).toEqual(facts(DEFAULT_TERMS));
  });

  it('has the lines of an estimate', () => {
    const linesOf = (name: string) => {
      const fence = plainFence({ perimeter: 1_184.5, materialId: 'm', gateCount: 2 });
      const prices = { basePriceCents: 762, gatePriceCents: 30_000, book: neutralBook(30_000) };
      const { lines } = priceFence(fence, { ...prices, materials: [{ id: 'm', name, premiumCents: 0 }] });
      return viewLines(lines, 'es').map((line) => [line.label, quantityInWords(line, 'es')]);
    };
    expect(linesOf('Vinyl')).toEqual([
      ['Cerca de Vinyl', '1,184.5 pies'],
      ['Puertas', '2'],
    ]);
    expect(linesOf('Cerca de cedro')[0]?.[0]).toBe('Cerca de cedro');
  });

  it('has a notice of cancellation with the days that apply (C28)', () => {
    const { statement, form } = cancelNotice('es');
    expect(cancelStatement(statement, 5, 'es')).toContain('medianoche del quinto día hábil');
    const notice = cancelForm(
      form,
      {
        businessDays: 7,
        transactionDate: '20 de noviembre de 2026',
        deadline: 'lunes, 30 de noviembre de 2026',
        company: 'Acme Fence',
        address: '1 Main St, Boise, ID 83702',
      },
      'es',
    ).join('\n');
    expect(notice).toContain('dentro de SIETE DÍAS HÁBILES');
    expect(notice).toContain('Fecha de la transacción: 20 de noviembre de 2026');
    expect(notice).toContain('a Acme Fence, en 1 Main St, Boise, ID 83702, A MÁS TARDAR A LA MEDIANOCHE DEL lunes, 30');
    expect(notice).not.toMatch(/[{}]/);
  });
});
