import { foldLines } from 'nodemailer/lib/mime-funcs';
import MimeNode, { type MimeNodeHeaderValue } from 'nodemailer/lib/mime-node';
import { senderName } from '#shared/primitives/strangers-words.ts';
import { keepRecent } from './keep-recent.ts';
import { mimePart } from './mail-body.ts';
import type { MailToSend } from './mail.ts';

/** How many senders' and subjects' headers are kept: those of the companies that a worker sends for at the time. */
const RECENT = 200;

interface Origin {
  /** The sender's address. */
  sender: string;
  /** Shown instead of a name that has nothing to show. */
  productName: string;
}

/** How emails of this origin are written. */
export interface Composer {
  /** A complete email without attachments, as nodemailer would write it in four times as long (bench M1). */
  whole(mail: MailToSend, date: Date): Buffer;
  /** The email as fields for nodemailer, which composes attachments. */
  fields(mail: MailToSend): ReturnType<typeof fieldsOf>;
}

export function createComposer({ sender, productName }: Origin): Composer {
  // Prevents a company name from looking like an address.
  const shown = keepRecent(RECENT, (name) => senderName(name) || productName);
  const addressesOf = (mail: MailToSend): Addresses => ({
    from: { name: shown(mail.fromName), address: sender },
    to: { name: '', address: mail.to },
    replyTo:
      mail.replyTo === null || typeof mail.replyTo === 'string'
        ? mail.replyTo
        : { ...mail.replyTo, name: shown(mail.replyTo.name) },
  });
  const fromLine = keepRecent(RECENT, (name) => headerLine('From', { name: shown(name), address: sender }));
  const subjectLine = keepRecent(RECENT, (subject) => headerLine('Subject', subject));
  return {
    fields: (mail) => fieldsOf(mail, addressesOf(mail)),
    whole(mail, date) {
      const { to, replyTo } = addressesOf(mail);
      return Buffer.from(
        [
          ...Object.entries(mail.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
          ...fromLine(mail.fromName),
          ...headerLine('To', to),
          ...(replyTo === null ? [] : headerLine('Reply-To', replyTo)),
          ...(mail.inReplyTo === undefined ? [] : headerLine('In-Reply-To', mail.inReplyTo)),
          ...(mail.references === undefined ? [] : headerLine('References', mail.references)),
          ...subjectLine(mail.subject),
          ...headerLine('Message-ID', messageIdHeader(mail)),
          `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
          'MIME-Version: 1.0',
          `Content-Type: multipart/alternative; boundary="${BOUNDARY}"`,
          '',
          ...partsOf(mail).flatMap((part) => [`--${BOUNDARY}`, part]),
          `--${BOUNDARY}--\r\n`,
        ].join('\r\n'),
      );
    },
  };
}

/** The Message-ID as written in the email, and the mailer's id for an accepted one. */
export const messageIdHeader = ({ messageId }: Pick<MailToSend, 'messageId'>): string => `<${messageId}>`;

/** Can't occur in a part: there '=' is followed by two digits or a line end. */
const BOUNDARY = '=_picket';

const encoder = new MimeNode('text/plain');

/** A header as nodemailer writes it; none if there is nothing to write. */
function headerLine(name: string, value: MimeNodeHeaderValue): string[] {
  const encoded = encoder.encodeHeaderValue(name, value);
  return encoded.trim() === '' ? [] : [foldLines(`${name}: ${encoded}`, 76)];
}

const partsOf = (mail: MailToSend): [text: string, html: string] => [
  mimePart('text/plain', mail.text),
  mimePart('text/html', mail.htmlPieces ?? mail.html),
];

interface Addresses {
  from: { name: string; address: string };
  to: { name: string; address: string };
  replyTo: string | { name: string; address: string } | null;
}

function fieldsOf(mail: MailToSend, { from, to, replyTo }: Addresses) {
  const [text, html] = partsOf(mail);
  return {
    from,
    to,
    ...(replyTo === null ? {} : { replyTo }),
    ...(mail.inReplyTo === undefined ? {} : { inReplyTo: mail.inReplyTo }),
    ...(mail.references === undefined ? {} : { references: mail.references }),
    subject: mail.subject,
    text: { raw: text },
    html: { raw: html },
    headers: prepared(mail.headers ?? {}),
    ...(mail.attachments ? { attachments: mail.attachments } : {}),
  };
}

/** C25: one line each, whatever the length; folding has broken signatures at relays. */
const prepared = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }]));
