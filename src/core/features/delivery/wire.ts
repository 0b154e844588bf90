import {
  type Basis,
  closesAt,
  type RecipientPlace,
  type SendWindow,
} from '#shared/features/permission/may-text-now.rules.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { Config } from '../../platform/config.ts';
import { senderAddress } from '../../platform/mail.ts';
import { loadTextHours } from '../../platform/us-data/index.ts';
import { oneLine } from '../messages/emails/words.ts';

/** The longest time that Twilio can queue a text, in seconds (T11). */
export const LONGEST_VALIDITY = 36_000;

/**
 * Returns the number of seconds until the current texting hours end. A text in Twilio's queue must not be delivered
 * during quiet hours (T11).
 */
export const validityOf = (place: RecipientPlace, now: Date, window: SendWindow | undefined, basis?: Basis): number =>
  Math.min(LONGEST_VALIDITY, (closesAt(place, now, loadTextHours(), window, basis).getTime() - now.getTime()) / SECOND);

/**
 * Returns the header that says that no person sent the email (RFC 3834), so that other programs don't answer it: an
 * answer to an email, or an email of its own accord.
 */
export const automaticHeader = ({ inReplyTo }: { inReplyTo?: string | undefined }): Record<string, string> => ({
  'Auto-Submitted': inReplyTo === undefined ? 'auto-generated' : 'auto-replied',
});

const LONGEST_SUBJECT = 200;

/** Makes the subject and the sender's name single lines, and shortens a subject that contains a long name. */
export const inOneLine = <Mail extends { subject: string; fromName: string }>(mail: Mail): Mail => ({
  ...mail,
  subject: oneLine(mail.subject).slice(0, LONGEST_SUBJECT),
  fromName: oneLine(mail.fromName),
});

/**
 * Returns the Message-ID for an email's row, without brackets. It's the same for every attempt, because mail servers
 * use it to detect duplicates.
 */
export const messageIdOf = (rowId: string, config: Pick<Config, 'MAIL_FROM'>): string =>
  `${rowId}@${senderAddress(config).split('@')[1] ?? 'localhost'}`;
