/** The `error_code` of an incoming email that couldn't be parsed. */
export const UNREADABLE = 'unreadable';

/** The message that the contractor sees in place of an email that couldn't be parsed. */
export const UNREADABLE_WORDS =
  'We couldn’t read this email: it’s too large or too complex. Ask the sender to send it again as a short email.';
