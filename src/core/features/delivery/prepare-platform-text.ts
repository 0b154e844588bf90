import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import { textMessageBody } from '#shared/features/messages/sms-text.rules.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { CompanyRow } from '../company/company.table.ts';
import type { MessageRow } from '../messages/messages.table.ts';
import { SHORTEST_VALIDITY } from '../../platform/twilio.ts';
import { isTextable } from '../../platform/us-data/index.ts';
import type { LoadedKind } from '../messages/load-kinds.ts';
import { openingForPlatform, placeOfPhone, hasStoppedNotices } from '../permission/platform-text.ts';
import type { DeliveryDeps, Ready } from './delivery.ts';
import type { MessageFacts } from '../messages/message-facts.ts';
import { reschedule, skip, type Verdict } from '../messages/verdict.ts';
import { validityOf } from './wire.ts';

interface PlatformText {
  row: MessageRow;
  company: CompanyRow;
  kind: LoadedKind;
  facts: MessageFacts;
  now: Date;
}

/**
 * Renders a text from the platform itself, because the recipient might not know the company. The text is sent from the
 * shared number, in the platform's name, within the hours for automated texts at the phone's location (C15). It's never
 * sent to a phone number that opted out. It includes the STOP hint, because it may be the first text to this number
 * (C6).
 */
export async function preparePlatformText(
  tx: CompanyTx,
  { config, clock }: Pick<DeliveryDeps, 'config' | 'clock'>,
  { row, company, kind, facts, now }: PlatformText,
): Promise<Ready | Verdict> {
  const phone = row.to_address;
  if (!isTextable(phone)) return skip('We can’t text this number');
  if (await hasStoppedNotices(tx, { companyId: company.id, phone })) return skip('This number opted out of texts');
  const made = await kind.text?.({ tx, row, company, language: DEFAULT_LANGUAGE, config, clock });
  if (!made) return skip('This message has no text version');
  if ('skip' in made) return skip(made.skip);
  if ('until' in made) return reschedule(made.until, made.reason);
  const { body, kept, expiresAt } = made;
  const opening = openingForPlatform(phone, now);
  if (opening === null) return skip('Texting laws leave no time of day to text this number');
  const wait = opening.getTime() - now.getTime();
  if (expiresAt && expiresAt.getTime() < Date.now() + wait)
    return skip('This text would be too late by the time texts are allowed');
  if (wait > 0) return reschedule(opening, 'Moved into the hours when texts are allowed.');
  return {
    facts,
    offer: null,
    channel: 'sms',
    kept,
    text: {
      rowId: row.id,
      to: phone,
      from: null,
      body: textMessageBody({ body, companyName: config.PRODUCT_NAME, first: true }),
      validitySeconds: Math.min(validityOf(placeOfPhone(phone).place, now, undefined), usefulFor(expiresAt)),
    },
  };
}

/**
 * Returns the number of seconds for which the text is still useful, at least SHORTEST_VALIDITY, or Infinity if it
 * doesn't expire.
 */
const usefulFor = (expiresAt: Date | undefined): number =>
  expiresAt === undefined ? Infinity : Math.max(SHORTEST_VALIDITY, (expiresAt.getTime() - Date.now()) / SECOND);
