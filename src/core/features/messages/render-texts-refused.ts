import { REMINDER, REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import { renderAuthMail } from '../outbox/emails/platform-mail.tsx';
import type { Renderer } from '../outbox/define-message.ts';
import type { Refusal } from './texts-refused.ts';

const UNREGISTERED_WORDS = {
  subject: 'Your texts are paused',
  paragraphs: [
    'The phone companies refused one of your texts because your number is not registered with them yet. Until it is, your texts wait. Follow-ups by email go on.',
  ],
  last: 'We see to the registration. You need not do anything; write to us where it takes too long.',
};

const filteredText = ({ step, reminder }: Refusal): string => {
  const rule = REMINDERS.find((each) => reminder === `reminder.${each}`);
  if (rule) return `the text of your reminder “${REMINDER[rule].label}”`;
  return step !== undefined ? `your follow-up text ${step}` : 'a follow-up text of yours';
};

const filteredWords = (payload: Refusal) => ({
  subject: `A ${payload.reminder !== undefined ? 'reminder' : 'follow-up'} text was taken for spam`,
  paragraphs: [
    `The phone companies took ${filteredText(payload)} for spam and did not deliver it. Texts with the very same words are skipped from now on, so that your number keeps its good name.`,
    'Change its words: name yourself, leave out short links, capital letters and many exclamation marks.',
  ],
  last: 'Once it reads differently, it goes out again.',
});

export const refused: Renderer<Refusal> = {
  async mail({ payload, config }) {
    const words = payload.why === 'filtered' ? filteredWords(payload) : UNREGISTERED_WORDS;
    const platform = { name: config.PRODUCT_NAME, email: config.SUPPORT_EMAIL, phone: null, postalAddress: null };
    return {
      ...(await renderAuthMail({ ...words, heading: words.subject, platform })),
      subject: words.subject,
      fromName: config.PRODUCT_NAME,
      replyTo: config.SUPPORT_EMAIL,
    };
  },
};
