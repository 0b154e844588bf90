import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readMail } from './read-mail.ts';

const caseSchema = z.object({
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string(),
  text: z.string().optional(),
  textStartsWith: z.string().optional(),
  wish: z.enum(['opt_out', 'unsure', 'reply']).optional(),
  automatic: z.boolean().optional(),
});
type MailCase = z.output<typeof caseSchema>;
const GIVEN = z
  .object({ cases: z.array(caseSchema) })
  .parse(JSON.parse(readFileSync(new URL('../../../../../shared/cases/emails.json', import.meta.url), 'utf8'))).cases;

const BASE = { From: 'Dana <dana@example.com>', To: 'reply@in.test', Subject: 'Re: Your fence estimate' };

function rawOf({ headers, body }: Pick<MailCase, 'headers' | 'body'>): Buffer {
  const head = Object.entries({ ...BASE, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([...head, 'Content-Transfer-Encoding: 8bit', '', ...body.split('\n')].join('\r\n'));
}

/** Headers without a charset would be read as ASCII. */
const withCharset = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  'Content-Type': `${headers['Content-Type'] ?? 'text/plain'}; charset=utf-8`,
});

async function resultOf({ headers = {}, body }: { headers?: Record<string, string>; body: string }) {
  const read = await readMail(rawOf({ body, headers: withCharset(headers) }));
  return { text: read.newlyWritten, wish: read.wish.kind.replace('-', '_'), automatic: read.automatic };
}

test('there are given cases', () => expect(GIVEN.length).toBeGreaterThanOrEqual(14));
test.each(GIVEN)('$headers $body', async ({ headers, body, textStartsWith = '', ...wanted }) => {
  const result = await resultOf({ headers, body });
  expect(result).toMatchObject(wanted);
  expect(result.text.startsWith(textStartsWith)).toBe(true);
});

const GMAIL = 'On Fri, Nov 27, 2026 at 10:00 AM Acme Fence <reply+abc@in.test> wrote:\n> Does Saturday work for you?';
const OURS =
  'From: Acme Fence <reply+abc@in.test>\nSent: Friday, November 27, 2026 10:00 AM\nTo: Dana\nSubject: Your fence\n\nDoes Saturday work?\nStop waiting, stop the emails of others!';

/** Own cases: the body, what is shown, and the wish. */
const OWN: readonly [body: string, text: string | null, wish: 'opt_out' | 'unsure' | 'reply'][] = [
  ['Saturday is fine.\n\nSent from my Galaxy S24', 'Saturday is fine.', 'reply'],
  [
    'Saturday is fine.\n\nSent from my Verizon, Samsung Galaxy smartphone\n\nOne more thing: no more reminders please.',
    'Saturday is fine.\n\nOne more thing: no more reminders please.',
    'opt_out',
  ],
  ['Ok\nSent from my iPhone. Please excuse typos.\n\nTake me off your list', 'Ok\n\nTake me off your list', 'opt_out'],
  ['Sent from my iPhone. Please stop emailing me.', 'Sent from my iPhone. Please stop emailing me.', 'opt_out'],
  [
    'Sent from my office, so be quick: what is the price?',
    'Sent from my office, so be quick: what is the price?',
    'reply',
  ],
  [
    'Sí, el sábado.\n\nEnviado desde mi iPhone\n\nYa no me manden correos.',
    'Sí, el sábado.\n\nYa no me manden correos.',
    'opt_out',
  ],
  ['Get Outlook for Android<https://aka.ms/x>\n\nunsubscribe', 'unsubscribe', 'opt_out'],
  [
    `${GMAIL}\n> and the gate?\n\nYes.\n\n> The gate is 4 ft.\nStop sending these`,
    'Yes.\n\nStop sending these',
    'opt_out',
  ],
  [
    `> Please stop emailing me.\n\nYou asked what I wrote. It is fine now, come Tuesday.`,
    'You asked what I wrote. It is fine now, come Tuesday.',
    'reply',
  ],
  [`Tuesday works.\n\n${OURS}`, 'Tuesday works.', 'reply'],
  [`Stop emailing us.\n\n________________________________\n${OURS}`, 'Stop emailing us.', 'opt_out'],
  [
    'Am Fr., 27. Nov. 2026 um 10:00 Uhr schrieb Acme Fence <reply+abc@in.test>:\n> Stop the emails?\n\nTuesday is good',
    'Tuesday is good',
    'reply',
  ],
  [
    'Le ven. 27 nov. 2026 à 10:00, Acme Fence <reply+abc@in.test> a écrit :\n> Stop emailing me\n\nOk for Tuesday',
    'Ok for Tuesday',
    'reply',
  ],
  [
    'El vie, 27 nov 2026 a las 10:00, Acme Fence (<reply+abc@in.test>) escribió:\n> Stop\n\nNo me escriban más por favor',
    'No me escriban más por favor',
    'opt_out',
  ],
  ['W dniu 27.11.2026 o 10:00, Acme <a@in.test> pisze:\n> stop emailing me\n\nYes, Tuesday', 'Yes, Tuesday', 'reply'],
  [
    'On Monday my neighbor wrote:\nplease build it 6 ft tall',
    'On Monday my neighbor wrote:\nplease build it 6 ft tall',
    'reply',
  ],
  [
    'From: the shed\nTo: the oak\nSubject: cedar\nplease',
    'From: the shed\nTo: the oak\nSubject: cedar\nplease',
    'reply',
  ],
  ['Heights:\n-- \nfront: 4 ft\nback: 6 ft', 'Heights:\n-- \nfront: 4 ft\nback: 6 ft', 'reply'],
  [
    'Cedar please\n--\nBut please stop emailing my wife and me.',
    'Cedar please\n--\nBut please stop emailing my wife and me.',
    'opt_out',
  ],
  ['Go ahead\n\n-- \nJane Doe\nABC Realty\nTel: 555-0100\nUnsubscribe', 'Go ahead', 'reply'],
  ['Go ahead\n\n-- \nJane Doe\nABC Realty\n\nPlease stop emailing me, call me instead.', null, 'opt_out'],
  ['Go ahead\n\nJane Doe\nABC Realty\nhttps://abc.example | Unsubscribe | Privacy policy', null, 'reply'],
  ['Go ahead\n\nTo stop receiving our newsletter, click here.', null, 'reply'],
  ['Sounds good.\n\nIf you no longer wish to receive these emails, reply STOP.', null, 'reply'],
  ['Perfecto.\n\nSi ya no desea recibir nuestros correos, haga clic aquí.', null, 'reply'],
  [
    'Ok.\n\nThis email and any attachments are confidential. If you are not the intended recipient, do not contact us again.',
    null,
    'reply',
  ],
  ['I clicked the unsubscribe link here twice and it did nothing. Stop emailing me!', null, 'opt_out'],
  ['I sold the house last month.\n\nJane', null, 'unsure'],
  ['My husband passed away in October.\nPlease give us time.', null, 'unsure'],
  ['Wrong person, I think you want another Dana.', null, 'unsure'],
  ['I reported this as junk', null, 'unsure'],
  ['Falleció mi esposo, ya no necesitamos la cerca.', null, 'unsure'],
  ['Número equivocado, aquí no vive ninguna Dana', null, 'unsure'],
  ['I can’t stop thinking about that cedar fence', null, 'reply'],
  ['The fence should stop at the corner post. We want no more than two gates.', null, 'reply'],
  ['Could you stop by on Tuesday?\nPlease do not\nstop at the neighbor’s.', null, 'reply'],
  [
    `${'We looked at the yard and at three kinds of wood, and talked with the neighbors about it. '.repeat(40)}\n\nPlease do not email us again.`,
    null,
    'opt_out',
  ],
  ['Thanks,\nDana\n\nUnsubscribe', null, 'unsure'],
  ['We chose somebody else.\n\nUnsubscribe', null, 'opt_out'],
  ['Quiero darme de baja de sus correos', null, 'opt_out'],
  ['Dejen de mandarme recordatorios por favor', null, 'opt_out'],
  ['No más de dos puertas. ¿Puede parar en la casa mañana?', null, 'reply'],
];

describe('own words and the wish in them', () => {
  test.each(OWN)('%j', async (body, text, wish) => {
    expect(await resultOf({ body })).toMatchObject(text === null ? { wish } : { text, wish });
  });
});

describe('subjects', () => {
  test.each([
    ['STOP', '', 'opt_out'],
    ['Unsubscribe', 'Sent from my iPhone', 'opt_out'],
    ['please remove me Re: Your fence estimate', '', 'opt_out'],
    ['Wrong person RE: Your fence estimate', '', 'unsure'],
    ['Bus stop fence Re: Your fence estimate', 'See you Tuesday', 'reply'],
    ['Re: Stop the dog from getting out', 'Tuesday works', 'reply'],
    ['Baja', '', 'opt_out'],
  ] as const)('‘%s’ with %j is %s', async (subject, body, wish) => {
    expect(await resultOf({ headers: { Subject: subject }, body })).toMatchObject({ wish });
  });
});

describe('automatic mail', () => {
  test.each<[Record<string, string>, boolean]>([
    [{ Subject: 'Automatic reply: Your fence estimate' }, true],
    [{ Subject: 'Out of Office' }, true],
    [{ Subject: 'Out of office until Monday' }, true],
    [{ Subject: 'OOO Re: Your fence estimate' }, true],
    [{ Subject: '[Auto-Reply] Your fence estimate' }, true],
    [{ Subject: 'Your fence estimate - Out of Office' }, true],
    [{ Subject: 'Respuesta automática: Your fence estimate' }, true],
    [{ Subject: 'Fuera de la oficina' }, true],
    [{ Subject: 'I am out of the office' }, true],
    [{ Subject: 'Vacation response' }, true],
    [{ Subject: 'Abwesenheitsnotiz: Your fence estimate' }, true],
    [{ Subject: 'Fence behind our office' }, false],
    [{ Subject: 'Out of the office window I see the fence' }, false],
    [{ Subject: 'Automatic gate, reply needed' }, false],
    [{ Subject: 'On vacation home: fence' }, false],
    [{ Subject: 'Hi', 'Auto-Submitted': 'auto-replied (vacation)' }, true],
    [{ Subject: 'Hi', 'Auto-Submitted': 'auto-notified' }, true],
    [{ Subject: 'Out of Office', 'Auto-Submitted': 'no' }, false],
    [{ Subject: 'Hi', 'X-Autoreply': 'yes' }, true],
    [{ Subject: 'Hi', Precedence: 'auto_reply' }, true],
    [{ Subject: 'Hi', 'Return-Path': '<>' }, true],
    [{ Subject: 'Hi', 'X-Auto-Response-Suppress': 'All' }, false],
  ])('%j is automatic: %s', async (headers, automatic) => {
    expect(await resultOf({ headers, body: 'Back on the 4th.' })).toMatchObject({ automatic, wish: 'reply' });
  });

  test('can hold a wish', async () => {
    const result = await resultOf({
      headers: { Subject: 'Automatic reply', 'Auto-Submitted': 'auto-replied' },
      body: 'I no longer work here. Please remove me from your list.',
    });
    expect(result).toMatchObject({ automatic: true, wish: 'opt_out' });
  });
});

describe('flowed text', () => {
  const flowed = 'text/plain; format=flowed';
  test.each<[string, string, string, 'opt_out' | 'reply']>([
    [flowed, '> Does Saturday \n> work?\nYes, it \ndoes.', 'Yes, it does.', 'reply'],
    [`${flowed}; delsp=yes`, 'Stop email \ning me.\n> quoted ', 'Stop emailing me.', 'opt_out'],
    [flowed, 'Please stop \nemailing me \nat once.\n\n-- \nDana Brook', 'Please stop emailing me at once.', 'opt_out'],
    [flowed, '>> Please stop \n> emailing me \nSaturday works', 'Saturday works', 'reply'],
    [flowed, ' > 6 ft is what we want', '> 6 ft is what we want', 'reply'],
    ['text/plain; format="flowed"', '> a \nb', 'b', 'reply'],
  ])('%s %j is %j', async (type, body, text, wish) => {
    expect(await resultOf({ headers: { 'Content-Type': type }, body })).toMatchObject({ text, wish });
  });
});

/** A wish, and what may stand around it. */
const WISHES = [
  'Please stop emailing me.',
  'No more emails please.',
  'Take me off your list.',
  'Dejen de mandarme correos.',
];
const PLAIN = ['Tuesday works for us.', 'We like the cedar.', 'How much is a second gate?', 'Nos gusta el cedro.'];
const QUOTED = (words: string) =>
  `On Fri, Nov 27, 2026 at 10:00 AM Acme Fence <x@y.example> wrote:\n> Hi,\n> ${words}\n> Acme`;
const FEET = [
  'Jane Doe, Realtor\nABC Realty\n\nUnsubscribe | Privacy',
  'To unsubscribe from our newsletter, click here.',
  'If you no longer wish to receive these emails, unsubscribe here.',
];
const MARKS = [
  'Sent from my iPhone',
  'Enviado desde mi iPhone',
  'Get Outlook for iOS',
  'Sent from Yahoo Mail for iPhone',
];

const block = fc.oneof(
  fc.constantFrom(...PLAIN).map((text) => ({ text, own: [text] })),
  fc.constantFrom(...WISHES).map((words) => ({ text: QUOTED(words), own: [] as string[] })),
  fc.constantFrom(...MARKS).map((text) => ({ text, own: [] as string[] })),
);

test('a wish counts wherever the person wrote it, and never in a quote, signature or footer', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(block, { maxLength: 4 }),
      fc.option(fc.constantFrom(...WISHES), { nil: null }),
      fc.array(block, { maxLength: 3 }),
      fc.option(fc.constantFrom(...FEET), { nil: null }),
      async (above, wish, below, foot) => {
        const own = [...above, ...(wish === null ? [] : [{ text: wish, own: [wish] }]), ...below];
        const body = [...own.map(({ text }) => text), ...(foot === null ? [] : [foot])].join('\n\n');
        const read = await readMail(rawOf({ headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body }));
        expect(read.wish.kind).toBe(wish === null ? 'reply' : 'opt-out');
        for (const sentence of own.flatMap((part) => part.own)) expect(read.newlyWritten).toContain(sentence);
        expect(read.hasOwnWords && read.newlyWritten.includes('> ')).toBe(false);
      },
    ),
    { numRuns: 150 },
  );
});
