import { phrase } from '#shared/primitives/phrase.ts';

/**
 * The wording of keyword replies and of the unsubscribe line, in English. Keyword replies use only GSM-7 characters.
 */
export const en = {
  help: phrase('{company}: For help, email {email}. Msg & data rates may apply. Reply STOP to opt out.'),
  helpOrCall: phrase(
    '{company}: For help, email {email} or call {phone}. Msg & data rates may apply. Reply STOP to opt out.',
  ),
  optedOut: phrase("{company}: You're unsubscribed and won't get more texts from us. Reply START to resubscribe."),
  optedIn: phrase("{company}: You'll get texts about your fence estimate again. Reply HELP for help, STOP to opt out."),
  /** A follow-up email's subject. */
  followUpSubject: phrase('Your fence estimate from {company}'),
  /** The subjects of a schedule's emails, by step. They fit any message about an estimate. */
  followUpSubjects: {
    first: phrase('Your fence estimate from {company}'),
    second: phrase('Your fence project with {company}'),
    third: phrase('About your fence: a message from {company}'),
    fourth: phrase('{company} about your fence estimate'),
    fifth: phrase('A note about your fence from {company}'),
  },
  unsubscribe: 'Unsubscribe',
  /** The sentence with the unsubscribe link at the bottom of a follow-up. */
  fromFollowUps: phrase('{unsubscribe} from follow-up emails.'),
  fromReminders: phrase('{unsubscribe} from reminders and follow-up emails.'),
  fromFollowUpsAt: phrase('Unsubscribe from follow-up emails: {url}'),
  fromRemindersAt: phrase('Unsubscribe from reminders and follow-up emails: {url}'),
};
