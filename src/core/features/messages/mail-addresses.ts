import type { RowOf } from '../../platform/db/tables.ts';
import type { Config } from '../../platform/config.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import type { MailToSend } from '../../platform/mail.ts';
import { mailToken, type MailTokenPurpose, readMailToken } from '../../platform/secrets.ts';
import { oneLine } from './emails/words.ts';

interface AboutMail {
  company: Pick<RowOf<'company_profiles'>, 'name' | 'email'>;
  leadId: LeadId | null;
  /** The id of the email's row. */
  rowId: string;
}

/**
 * Returns the reply and bounce addresses for an email to a homeowner. If INBOUND_MAIL_DOMAIN is set, both addresses are
 * on that domain, so that replies and bounces are added to the lead. They contain only a signed id. If it isn't set,
 * replies go to the company's own email address.
 */
export const mailAddresses = (
  config: Pick<Config, 'INBOUND_MAIL_DOMAIN' | 'APP_SECRET'>,
  { company, leadId, rowId }: AboutMail,
): Pick<MailToSend, 'replyTo' | 'bounceTo'> => {
  const domain = config.INBOUND_MAIL_DOMAIN;
  if (domain === undefined || leadId === null) return { replyTo: company.email };
  const address = (purpose: MailTokenPurpose, id: string) =>
    `${purpose}+${mailToken(id, config.APP_SECRET, purpose)}@${domain}`;
  return {
    replyTo: { name: oneLine(company.name), address: address('reply', leadId) },
    bounceTo: address('bounce', rowId),
  };
};

/**
 * Returns the reply address for an answer to feedback: on INBOUND_MAIL_DOMAIN if it's set, otherwise SUPPORT_EMAIL.
 */
export const feedbackAddress = (
  config: Pick<Config, 'INBOUND_MAIL_DOMAIN' | 'APP_SECRET' | 'SUPPORT_EMAIL'>,
  feedbackId: string,
): string =>
  config.INBOUND_MAIL_DOMAIN === undefined
    ? config.SUPPORT_EMAIL
    : `feedback+${mailToken(feedbackId, config.APP_SECRET, 'feedback')}@${config.INBOUND_MAIL_DOMAIN}`;

/**
 * A parsed email address on INBOUND_MAIL_DOMAIN. The purpose determines what `id` refers to. `reply`: the lead.
 * `bounce`: the email that was sent. `feedback`: the feedback.
 */
export interface OurAddress {
  purpose: MailTokenPurpose;
  id: string;
  domain: string;
}

const SHAPE = /^(reply|bounce|feedback)\+([a-z2-7]{20,60})@([^@\s]+)$/;

/**
 * Parses an email address created by this file, in upper or lower case. Returns undefined for any other email address.
 */
export function readOurAddress(
  config: Pick<Config, 'INBOUND_MAIL_DOMAIN' | 'APP_SECRET'>,
  address: string,
): OurAddress | undefined {
  const [, purpose, token = '', domain] = SHAPE.exec(address.trim().toLowerCase()) ?? [];
  if (purpose !== 'reply' && purpose !== 'bounce' && purpose !== 'feedback') return undefined;
  if (domain !== config.INBOUND_MAIL_DOMAIN?.toLowerCase()) return undefined;
  const id = readMailToken(token, config.APP_SECRET, purpose);
  return id === undefined || domain === undefined ? undefined : { purpose, id, domain };
}

/**
 * Returns the leads, sent emails and feedback that these email addresses refer to, without duplicates. Only the first
 * 100 are parsed.
 */
export function oursOf(
  config: Pick<Config, 'INBOUND_MAIL_DOMAIN' | 'APP_SECRET'>,
  addresses: readonly string[],
): OurAddress[] {
  const ours = addresses.slice(0, 100).flatMap((address) => readOurAddress(config, address) ?? []);
  return [...new Map(ours.map((address) => [`${address.purpose} ${address.id}`, address])).values()];
}
