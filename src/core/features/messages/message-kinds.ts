import { ANSWER_WITHIN } from '#shared/features/messages/reply.rules.ts';
import { REMINDER, REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import { cleanName } from '#shared/primitives/strangers-words.ts';
import type { OutboxRow } from '../../platform/db/tables.ts';
import type { OutboxKindName } from './outbox.repository.ts';
import type { OutboxKind } from './outgoing.ts';
import { renderAuthMail } from '../auth/emails/auth-mail.tsx';
import { renderScheduleStoppedMail } from './emails/schedule-stopped-mail.tsx';

type MessageKindName = Extract<
  OutboxKindName,
  'schedule.stopped' | 'opt-out.confirmation' | 'opt-in.confirmation' | 'help.answer' | 'texts.refused'
>;

const UNREGISTERED_WORDS = {
  subject: 'Your texts are paused',
  paragraphs: [
    'The phone companies refused one of your texts because your number is not registered with them yet. Until it is, your texts wait. Follow-ups by email go on.',
  ],
  last: 'We see to the registration. You need not do anything; write to us where it takes too long.',
};

/** What was taken for spam: a follow-up by its `step`, a reminder by its kind. */
const filteredText = ({ step, reminder }: OutboxRow['payload']): string => {
  const rule = REMINDERS.find((each) => reminder === `reminder.${each}`);
  if (rule) return `the text of your reminder “${REMINDER[rule].label}”`;
  return typeof step === 'number' ? `your follow-up text ${step}` : 'a follow-up text of yours';
};

const filteredWords = (payload: OutboxRow['payload']) => ({
  subject: `A ${'reminder' in payload ? 'reminder' : 'follow-up'} text was taken for spam`,
  paragraphs: [
    `The phone companies took ${filteredText(payload)} for spam and did not deliver it. Texts with the very same words are skipped from now on, so that your number keeps its good name.`,
    'Change its words: name yourself, leave out short links, capital letters and many exclamation marks.',
  ],
  last: 'Once it reads differently, it goes out again.',
});

const answer = { audience: 'homeowner' } as const;

/** What this feature itself sends. */
export const messageKinds: Record<MessageKindName, OutboxKind> = {
  'schedule.stopped': {
    label: 'Follow-ups stopped',
    windowed: false,
    ignoresOptOut: true,
    audience: 'contractor',
    async mail({ tx, row, config }) {
      const lead = await tx
        .selectFrom('leads')
        .select('name')
        .where('company_id', '=', row.company_id)
        .where('id', '=', row.lead_id)
        .executeTakeFirst();
      if (!lead) return { skip: 'The lead was deleted' };
      const reason = typeof row.payload['reason'] === 'string' ? row.payload['reason'] : 'Follow-ups stopped.';
      const mail = await renderScheduleStoppedMail({
        productName: config.PRODUCT_NAME,
        leadName: cleanName(lead.name),
        reason,
        dashboardUrl: `${config.PUBLIC_URL}/dashboard?tab=leads`,
      });
      // a subject is one line, whatever a lead is called
      const subject = reason.replace(/\s+/g, ' ').replace(/\.$/, '');
      return { ...mail, subject, fromName: config.PRODUCT_NAME, replyTo: null };
    },
  },

  'texts.refused': {
    label: 'Texts refused',
    windowed: false,
    ignoresOptOut: true,
    audience: 'contractor',
    async mail({ row, config }) {
      const words = row.payload['why'] === 'filtered' ? filteredWords(row.payload) : UNREGISTERED_WORDS;
      const platform = { name: config.PRODUCT_NAME, email: config.SUPPORT_EMAIL, phone: null, postalAddress: null };
      return {
        ...(await renderAuthMail({ ...words, heading: words.subject, platform })),
        subject: words.subject,
        fromName: config.PRODUCT_NAME,
        replyTo: config.SUPPORT_EMAIL,
      };
    },
  },

  'opt-out.confirmation': {
    ...answer,
    label: 'Opt-out confirmation',
    windowed: false,
    ignoresOptOut: true,
    text: ({ row, company, clock }) =>
      Promise.resolve(
        clock.now().getTime() - row.created_at.getTime() > ANSWER_WITHIN
          ? { skip: 'More than 5 minutes had passed since the opt-out' }
          : {
              body: `${company.name}: You are opted out and will get no more texts from us. Reply START to get them again.`,
            },
      ),
  },

  'opt-in.confirmation': {
    ...answer,
    label: 'Opt-in confirmation',
    windowed: true,
    ignoresOptOut: false,
    text: ({ company }) =>
      Promise.resolve({
        body: `${company.name}: You will get texts about your fence estimate again. Reply HELP for help, STOP to opt out.`,
      }),
  },

  'help.answer': {
    ...answer,
    label: 'Answer to HELP',
    windowed: false,
    ignoresOptOut: true,
    text({ company }) {
      const phone = company.phone === null ? '' : ` or ${formatPhone(company.phone)}`;
      return Promise.resolve({
        body: `${company.name}: For help write to ${company.email}${phone}. Msg & data rates may apply. Reply STOP to opt out.`,
      });
    },
  },
};
