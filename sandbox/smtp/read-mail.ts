import PostalMime, { type Address, type Email } from 'postal-mime';
import type { SandboxMessage } from '../messages.ts';

export type ReadMail = Omit<SandboxMessage, 'id' | 'at' | 'channel' | 'direction'>;
export interface Envelope {
  from: string;
  to: string[];
}

/**
 * An email as it is shown. The sender is the From header's address (the envelope's is for bounces), the recipients are
 * the envelope's, Bcc included. A part that the email hasn't stays absent: no text is made from the HTML, so that an
 * email without a text part is seen to have none.
 */
export async function readMail(raw: Buffer, envelope: Envelope): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw);
  return {
    from: addressOf(mail.from) ?? envelope.from,
    to: envelope.to.join(', '),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    ...(mail.html === undefined ? {} : { html: mail.html }),
    headers: headersOf(mail),
    attachments: mail.attachments.map((attachment) => attachment.filename ?? attachment.mimeType),
  };
}

function addressOf(address: Address | undefined): string | undefined {
  return address?.address ?? address?.group?.[0]?.address;
}

/** By lower-case name; a header that comes twice is joined by a line break. */
function headersOf(mail: Email): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { key, value } of mail.headers)
    headers[key] = headers[key] === undefined ? value : `${headers[key]}\n${value}`;
  return headers;
}
