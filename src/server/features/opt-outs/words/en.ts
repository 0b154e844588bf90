import { phrase } from '#shared/primitives/phrase.ts';

/** The unsubscribe pages in English. */
export const en = {
  lang: 'en',
  call: 'Call',
  callCompany: phrase('Call {company}'),
  unsubscribe: 'Unsubscribe',
  question: phrase('Stop follow-up emails from {company}?'),
  questionTo: phrase('Stop follow-up emails from {company} to {email}?'),
  keep: 'Keep emails',
  kept: 'You’re still subscribed',
  nothingChanged: 'Nothing was changed. You can close this page.',
  unsubscribed: 'You’re unsubscribed',
  willStop: phrase('{company} won’t send more follow-up emails. You’ll still get estimates you request.'),
  willStopTo: phrase('{company} won’t send more follow-up emails to {email}. You’ll still get estimates you request.'),
  mistake: 'Made a mistake? You have 10 minutes to undo this.',
  undo: 'Undo',
  resubscribed: 'You’re subscribed again',
  willResume: phrase(
    'You’ll get emails from {company} again. Follow-ups that were stopped won’t restart on their own.',
  ),
  tooLate: phrase('You can no longer undo this here. To get emails again, email {company} at {email}.'),
  noLink: 'This link doesn’t work',
  incomplete: 'The link may be incomplete. Open it from the email, or reply to the email and ask us to stop.',
};
