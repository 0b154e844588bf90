import { REMINDER, REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import { renderPlatformMail } from '../../messages/emails/platform-mail.tsx';
import type { Renderer } from '../../messages/define-message.ts';
import type { Refusal } from './texts-refused.ts';

const UNREGISTERED_WORDS = {
  subject: 'Your texts are paused',
  paragraphs: [
    'Carriers refused one of your texts because your number isn’t registered with them yet. Your texts are paused until it’s registered. Email follow-ups continue.',
  ],
  last: 'We’re handling the registration. Email us if it takes too long.',
};

const filteredText = ({ step, reminder }: Refusal): string => {
  const rule = REMINDERS.find((each) => reminder === `reminder.${each}`);
  if (rule) return `the text of your reminder “${REMINDER[rule].label}”`;
  return step !== undefined ? `your follow-up text ${step}` : 'one of your follow-up texts';
};

const filteredWords = (payload: Refusal) => ({
  subject: `A ${payload.reminder !== undefined ? 'reminder' : 'follow-up'} text was blocked as spam`,
  paragraphs: [
    `Carriers blocked ${filteredText(payload)} as spam. Texts with the same wording are now skipped to protect your number’s reputation.`,
    'Change the wording: say who you are, and leave out short links, capital letters and repeated exclamation marks.',
  ],
  last: 'Once you change the wording, this text will be sent to leads again.',
});

export const refused: Renderer<Refusal> = {
  async mail({ payload, config }) {
    const words = payload.why === 'filtered' ? filteredWords(payload) : UNREGISTERED_WORDS;
    const platform = { name: config.PRODUCT_NAME, email: config.SUPPORT_EMAIL, phone: null, postalAddress: null };
    return {
      ...(await renderPlatformMail({ ...words, heading: words.subject, platform })),
      subject: words.subject,
      fromName: config.PRODUCT_NAME,
      replyTo: config.SUPPORT_EMAIL,
    };
  },
};
