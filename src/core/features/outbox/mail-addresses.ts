import type { RowOf } from '../../platform/db/tables.ts';
import type { Config } from '../../platform/config.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import type { MailToSend } from '../../platform/mail.ts';
import { mailToken, type MailTokenPurpose, readMailToken } from '../../platform/secrets.ts';
import { oneLine } from './emails/words.ts';

interface AboutMail {
  company: Pick<RowOf<'company_profiles'>, 'name' | 'email'>;
  leadId: LeadId | null;
  /** The row that sends the mail. */
  rowId: string;
}

/**
 * Where an answer to a mail to a homeowner goes, and where its bounces do: to us, where mail comes in
 * (INBOUND_MAIL_DOMAIN), so that both land on the lead; else the answer to the company's own address. The addresses
 * say nothing of anybody: an id and the proof that we made it.
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

/** What an address that we made is for: a lead's id for `reply`, the id of the row that sent the mail for `bounce`. */
export interface OurAddress {
  purpose: MailTokenPurpose;
  id: string;
  domain: string;
}

const SHAPE = /^(reply|bounce)\+([a-z2-7]{20,60})@([^@\s]+)$/;

/** Reads an address of `mailAddresses`, however it is capitalised; undefined where it is none of ours. */
export function readOurAddress(
  config: Pick<Config, 'INBOUND_MAIL_DOMAIN' | 'APP_SECRET'>,
  address: string,
): OurAddress | undefined {
  const [, purpose, token = '', domain] = SHAPE.exec(address.trim().toLowerCase()) ?? [];
  if (purpose !== 'reply' && purpose !== 'bounce') return undefined;
  if (domain !== config.INBOUND_MAIL_DOMAIN?.toLowerCase()) return undefined;
  const id = readMailToken(token, config.APP_SECRET, purpose);
  return id === undefined || domain === undefined ? undefined : { purpose, id, domain };
}

/** Each lead and each email of ours that these addresses name, once; the first hundred are looked at. */
export function oursOf(
  config: Pick<Config, 'INBOUND_MAIL_DOMAIN' | 'APP_SECRET'>,
  addresses: readonly string[],
): OurAddress[] {
  const ours = addresses.slice(0, 100).flatMap((address) => readOurAddress(config, address) ?? []);
  return [...new Map(ours.map((address) => [`${address.purpose} ${address.id}`, address])).values()];
}
