/** The `error_code` of an email that came in and could not be read. */
export const UNREADABLE = 'unreadable';

/** What the contractor reads in its place. */
export const UNREADABLE_WORDS =
  'We couldn’t read this email: it’s too large or too complex. Ask the sender to send it again as a short email.';
