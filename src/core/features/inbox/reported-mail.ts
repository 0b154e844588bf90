import type { Config } from '../../platform/config.ts';
import { senderAddress } from '../../platform/mail.ts';
import type { MailReport } from '../../platform/inbound-mail/mail-report.ts';
import { readUnsubscribeToken } from '../../platform/secrets.ts';
import { readOurAddress } from '../outbox/mail-addresses.ts';
import { isUuid } from '#shared/primitives/uuid.ts';

/**
 * The row that sent the email a report is about, found by the report's contents: its bounce address, Message-ID or
 * unsubscribe link. Undefined if nothing is ours. Feedback loops report all emails to one address (C26).
 */
export function reportedRow(config: Config, { original }: MailReport): string | undefined {
  for (const [address] of original.matchAll(/bounce\+[a-z2-7]{20,60}@[a-z0-9.-]{1,255}/gi)) {
    const ours = readOurAddress(config, address);
    if (ours) return ours.id;
  }
  const domain = senderAddress(config).split('@')[1]?.toLowerCase();
  const [, id = '', at] = /^message-id:\s{0,5}<([0-9a-f-]{36})@([^\s<>]{1,255})>/im.exec(original) ?? [];
  if (isUuid(id) && at?.toLowerCase() === domain) return id.toLowerCase();
  for (const [, token = ''] of original.matchAll(/\/unsubscribe\/([\w-]{1,200}\.[\w-]{1,100})/g)) {
    const rowId = readUnsubscribeToken(token, config.APP_SECRET)?.rowId;
    if (rowId) return rowId;
  }
  return undefined;
}
