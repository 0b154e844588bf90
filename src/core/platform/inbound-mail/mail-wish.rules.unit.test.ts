import { describe, expect, test } from 'vitest';
import { loadSmsKeywords } from '#core/platform/us-data/sms-keywords.ts';
import { mailWish } from './mail-wish.rules.ts';

const lexicon = loadSmsKeywords();
const SUBJECT = 'Re: Your fence estimate from Acme Fence';
const kindOf = (text: string, subject = SUBJECT) => mailWish({ text, subject }, lexicon).kind;

const LINK = 'https://picket.test/unsubscribe/MDE5Mzh.abc_d';
/** The footer of our follow-ups as email clients convert it to text. */
const FEET = [
  `Unsubscribe <${LINK}> from follow-ups by mail.`,
  `Unsubscribe from follow-ups by mail: ${LINK}`,
  `Unsubscribe <${LINK}> from follow-up emails.`,
  `Unsubscribe from reminders and follow-up emails: ${LINK}`,
];

const gmail = (foot: string) =>
  `On Mon, Nov 16, 2026 at 12:00 PM Acme Fence <reply+abc@in.test> wrote:\n\n> Does Saturday work?\n>\n> --\n> Acme Fence\n> ${foot.replace(' <', '\n> <')}\n>`;
const iPhone = (foot: string) =>
  `Sent from my iPhone\n\n> On Nov 16, 2026, at 12:00 PM, Acme Fence <reply+abc@in.test> wrote:\n> \n> Does Saturday work?\n> ${foot}\n`;
const outlook = (foot: string) =>
  `Get Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Acme Fence <reply+abc@in.test>\nSent: Monday, November 16, 2026 12:00:00 PM\nTo: Dana <dana@example.com>\nSubject: Your fence estimate from Acme Fence\n\nDoes Saturday work?\n\n${foot}\n`;
const yahoo = (foot: string) =>
  `Yahoo Mail: Search, Organize, Conquer\n\n  On Mon, Nov 16, 2026 at 12:00 PM, Acme Fence<reply+abc@in.test> wrote:   Does Saturday work?\n${foot}\n`;
const SHAPES = { gmail, iPhone, outlook, yahoo };

describe.each(Object.entries(SHAPES))('a reply from %s', (_name, shape) => {
  test.each(FEET)('isn’t an opt-out if it’s empty or only a photo, even if it quotes our footer: %s', (foot) => {
    expect(kindOf(`\n\n${shape(foot)}`)).toBe('reply');
    expect(kindOf(`[image: IMG_2041.jpg]\n\n${shape(foot)}`)).toBe('reply');
    expect(kindOf(`Saturday works, thanks!\n\n${shape(foot)}`)).toBe('reply');
    expect(kindOf(`\n${shape(foot)}`, 'Unsubscribe')).toBe('opt-out');
    expect(kindOf(`Stop emailing me\n\n${shape(foot)}`)).toBe('opt-out');
  });
});

test('STOP below the quote counts if the quote is marked, and our footer below an unmarked quote doesn’t', () => {
  expect(kindOf(`${gmail(FEET[0] ?? '')}\n\nSTOP`)).toBe('opt-out');
  expect(kindOf(`Hi,\n\n> Does Saturday work?\n\nNo. Please unsubscribe me.\n\n> Unsubscribe`)).toBe('opt-out');
  expect(kindOf(`> Does Saturday work?\n> Unsubscribe\n\nIt does!`)).toBe('reply');
  expect(kindOf(`Saturday works.\n\nAcme Fence\n${FEET[0]}`)).toBe('reply');
});

test.each([
  ['', 'Unsubscribe'],
  ['Sent from my iPhone', 'Unsubscribe'],
  ['Sent from my iPhone', 'STOP'],
  ['Sent from Yahoo Mail for iPhone', 'Re: unsubscribe'],
  ['-- \nDana Brook', 'Please remove me from your list'],
  ['Thanks,\nDana', 'Unsubscribe'],
])('‘%s’ under subject ‘%s’ is an opt-out', (text, subject) => {
  expect(kindOf(text, subject)).toBe('opt-out');
});

test.each([
  'Unsubscribe',
  'UNSUBSCRIBE.',
  'unsubcribe',
  'Please unsubscribe',
  'Please unsubscribe me from this list.',
  'How do I unsubscribe from this?',
  'I would like to be unsubscribed',
  'STOP',
  'Stop emailing me',
  'stop e-mailing me!!',
  'Stop mailing me',
  'Please stop\nemailing me.',
  'Would you please stop sending me these emails?',
  'Stop these emails',
  'Stop the spam',
  'quit emailing us',
  'No more emails please',
  'no more e-mails',
  'No more mail, thank you',
  'No further messages please.',
  'Do not email me again',
  "Don't email me anymore.",
  'DO NOT CONTACT ME AGAIN',
  "Please don't send me any more emails",
  'Do not send me anything',
  "I don't want any more emails from you",
  'I no longer wish to receive these emails.',
  'We do not want to get your newsletters',
  "I don't want to be contacted",
  "I don't want to hear from you again",
  'Take me off your list',
  'Take my name off your mailing list',
  'Remove my email address',
  'remove me',
  'Delete my email from your system',
  'Please remove this email from your mailing list',
  'Delete this address',
  'Cancel my subscription',
  'Opt out',
  'Please opt me out of these emails',
  'I want to opt out',
  'Leave me alone',
  'Hi Acme,\n\nWe went with another company. Please stop emailing us.\n\nDana',
  `${'We talked about it for a long time and the answer is what it is. '.repeat(6)}Please do not email me again.`,
  'No quiero más correos',
  'Ya no quiero recibir sus correos',
  'No deseo recibir más emails, gracias',
  'No más correos por favor',
  'Por favor no me envíen más correos',
  'No me escriba más',
  'Deje de enviarme correos',
  'Quiero darme de baja',
  'Cancelar mi suscripción',
  'Eliminen mi correo',
  'Quítenme de su lista',
  'Cómo me puedo desuscribir',
])('‘%s’ is an email opt-out (C8, C22)', (text) => {
  expect(kindOf(text)).toBe('opt-out');
});

test.each([
  'Saturday works.',
  'Please stop by on Friday.',
  'Can the fence stop at the oak?',
  'Can you email me the estimate again?',
  'Please email me at work from now on',
  "Don't forget to email me the color chart",
  "I haven't received any more emails",
  'I got no more emails after the first one',
  'No emails came through, please resend',
  'No more than 200 feet',
  'My mailbox stands in the way, please move the mail box',
  "We don't want the gate after all",
  "I don't want to miss your emails",
  "We don't need to mail a check, do we?",
  'Please don’t stop emailing me, I want to know',
  'At the end of your email you name a price',
  'Did my answer go to spam?',
  'Did not like the color in your message',
  'You can take the old fence off on Monday',
  'No me llega el correo, ¿puede enviarlo otra vez?',
  'No quiero más de dos puertas',
  'Le escribo por correo mañana',
  'Yes please.\n\nIf you are not the intended recipient, delete this email and do not contact the sender.',
  'Great, let’s do it.\n\nAnn, Realtor\nTo unsubscribe from my newsletter click here',
  'Great!\n\nNotify the sender and delete this e-mail from your system.',
  `Thanks\n\n[Unsubscribe](${LINK}) from follow-ups by mail.`,
  'START',
  'HELP',
])('‘%s’ is a reply', (text) => {
  expect(kindOf(text)).toBe('reply');
});

test.each([
  "Please don't email me the contract, bring it",
  'Do not email me until Friday',
  'I did not unsubscribe me',
  'Too many emails',
  'Not interested',
  'No longer interested',
  'Demasiados correos',
])('‘%s’ needs a person’s decision', (text) => {
  expect(kindOf(text)).toBe('unsure');
});

test('a newsletter’s footer far below the reply isn’t an opt-out', () => {
  expect(kindOf(`${'About the fence. '.repeat(30)}\nTo unsubscribe from our newsletter click here`)).toBe('reply');
});

test('hostile text takes no longer than other text', () => {
  const began = process.cpuUsage();
  for (const part of ['unsubscribe ', 'unsubscribe\n', 'do not send ', '> a\nb\n', 'stop all ', 'no more of '])
    kindOf(part.repeat(Math.ceil(200_000 / part.length)));
  // CPU time, because a busy machine makes any text slow.
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(3_000);
});
