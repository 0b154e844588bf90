import { buffer } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import { SECOND } from '#shared/primitives/durations.ts';
import { senderName } from '#shared/primitives/strangers-words.ts';
import type { Config } from './config.ts';
import { type JustInTime, justInTime } from './just-in-time.ts';
import { joined, lateStream, mimePart } from './mail-body.ts';
import { ANSWER_WITHIN, type ProviderAnswer } from './provider-answer.ts';

/** A file that goes with a mail, made in memory. */
export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** A mail for one person. The sender's address is MAIL_FROM's; `messageId` is without its angle brackets. */
export interface MailToSend {
  messageId: string;
  to: string;
  fromName: string;
  replyTo: string | { name: string; address: string } | null;
  /** Where the mail's bounces go, an address that names the mail; default the sender's. */
  bounceTo?: string;
  /** Message-IDs, in angle brackets, of what it answers. */
  inReplyTo?: string;
  references?: string[];
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  attachments?: MailAttachment[];
}

/**
 * Whether a mail may go that a connection has taken. Asked when the server waits for the first byte (after its 354) and,
 * where other mails wait for a connection, once before, so early that the answer comes just in time. Where it says false
 * or rejects, no byte is sent and the answer is 'not-begun'.
 */
export type Begin = () => Promise<boolean>;

export interface Mailer {
  send(mail: MailToSend, begin: Begin): Promise<ProviderAnswer>;
  close(): void;
}

/** What a mail's address part is: 'no-reply@picket.test' of 'Picket <no-reply@picket.test>'. */
export const senderAddress = (config: Pick<Config, 'MAIL_FROM'>): string =>
  /<([^<>]+)>\s*$/.exec(config.MAIL_FROM)?.[1]?.trim() ?? config.MAIL_FROM.trim();

/** Its Message-ID as it stands in the mail, and what the mailer gives as the id of an accepted one. */
export const messageIdHeader = ({ messageId }: Pick<MailToSend, 'messageId'>): string => `<${messageId}>`;

/** More are no faster (bench M1). */
export const MAIL_CONNECTIONS = 10;

/** C25: nodemailer's own list lacks list-unsubscribe-post; both must be under the signature. */
const SIGNED_HEADERS =
  'from:sender:reply-to:subject:date:message-id:to:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post';

interface UnderWay {
  parts: readonly string[];
  /** Whether these are all of it and nobody signs it: then nodemailer's streams have nothing to do. */
  whole: boolean;
  begin: Begin;
  /** Whether that was asked: what it takes again, such as where the first connection was closed, says nothing. */
  asked: boolean;
  state: 'envelope' | 'asking' | 'called off' | 'given';
  /** Asks while the server is still told from whom and to whom. */
  early?: NodeJS.Timeout;
}

/**
 * Mail over SMTP_URL, with pooled connections. Each mail is answered within `within` (real milliseconds), shorter than a
 * claim's lease, so that nobody else takes a message that is still being sent; its connection is then closed.
 */
export function createMailer(config: Config, within = ANSWER_WITHIN): Mailer {
  const sender = senderAddress(config);
  const signing = dkim(config);
  const transport = createTransport({
    url: config.SMTP_URL,
    pool: true,
    maxConnections: MAIL_CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
    connectionTimeout: 5 * SECOND,
    greetingTimeout: 5 * SECOND,
    dnsTimeout: 5 * SECOND,
    socketTimeout: 10 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...signing,
  });
  // a company can't pose as an address, wherever its name comes from
  const shown = (name: string): string => senderName(name) || senderName(config.PRODUCT_NAME);
  const named = (to: NonNullable<MailToSend['replyTo']>) =>
    typeof to === 'string' ? to : { ...to, name: shown(to.name) };
  const underWay = new Map<string, UnderWay>();
  const asking = justInTime();
  transport.use('stream', (mail, done) => {
    const own = underWay.get(mail.data.messageId ?? '');
    if (own === undefined) return done(new Error('nobody sends this mail any more'));
    const open = mail.message.createReadStream.bind(mail.message);
    mail.message.createReadStream = (options) => {
      const since = performance.now();
      const pause = underWay.size >= MAIL_CONNECTIONS ? asking.pause() : undefined;
      clearTimeout(own.early);
      if (pause !== undefined) own.early = setTimeout(() => void mayGo(own, asking), pause);
      const compose = async () => (own.whole ? joined(mail.message, own.parts) : buffer(open(options)));
      return lateStream(
        // made first, so that nothing is left to do between the mark and the mail
        async () => {
          asking.came(performance.now() - since);
          return orNever(await compose(), own, asking);
        },
        () => (own.state = 'given'),
      );
    };
    done();
  });

  return {
    async send(mail, begin) {
      const [text, html] = [mimePart('text/plain', mail.text), mimePart('text/html', mail.html)];
      const message = {
        messageId: messageIdHeader(mail),
        from: { name: shown(mail.fromName), address: sender },
        to: { name: '', address: mail.to },
        ...(mail.replyTo === null ? {} : { replyTo: named(mail.replyTo) }),
        ...(mail.bounceTo === undefined ? {} : { envelope: { from: mail.bounceTo, to: mail.to } }),
        ...(mail.inReplyTo === undefined ? {} : { inReplyTo: mail.inReplyTo }),
        ...(mail.references === undefined ? {} : { references: mail.references }),
        subject: mail.subject,
        text: { raw: text },
        html: { raw: html },
        headers: prepared(mail.headers ?? {}),
        ...(mail.attachments ? { attachments: mail.attachments } : {}),
      };
      const whole = mail.attachments === undefined && !('dkim' in signing);
      const own: UnderWay = { parts: [text, html], whole, begin, asked: false, state: 'envelope' };
      underWay.set(message.messageId, own);
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), within);
      try {
        const sent = await transport.sendMail(Object.assign(message, { signal: deadline.signal }));
        return { kind: 'accepted', providerId: sent.messageId };
      } catch (error) {
        // nor is it the server's fault where we kept it waiting until the end
        if (own.state === 'called off' || (own.state === 'asking' && deadline.signal.aborted))
          return { kind: 'not-begun' };
        return readSmtpError(error, own.state === 'given');
      } finally {
        clearTimeout(timer);
        clearTimeout(own.early);
        underWay.delete(message.messageId);
      }
    },
    close: () => transport.close(),
  };
}

/** The mail, where it may go. */
async function orNever(mail: Buffer, own: UnderWay, asking: JustInTime): Promise<Buffer> {
  if (own.state === 'envelope') own.state = 'asking';
  if (await mayGo(own, asking)) return mail;
  own.state = 'called off';
  throw new Error('the mail was called off');
}

async function mayGo(own: UnderWay, asking: JustInTime): Promise<boolean> {
  const [isFirst, since] = [!own.asked, performance.now()];
  own.asked = true;
  const goes = await own.begin().catch(() => false);
  if (isFirst) asking.took(performance.now() - since);
  return goes;
}

/** C25: one line each, whatever the length; folding has broken signatures at a relay. */
const prepared = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }]));

function dkim({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY }: Config) {
  if (DKIM_DOMAIN === undefined || DKIM_SELECTOR === undefined || DKIM_PRIVATE_KEY === undefined) return {};
  return {
    dkim: {
      domainName: DKIM_DOMAIN,
      keySelector: DKIM_SELECTOR,
      privateKey: DKIM_PRIVATE_KEY,
      headerFieldNames: SIGNED_HEADERS,
    },
  };
}

/** The server wants a sign-in, or another one, or encryption (RFC 4954); said at whichever command. */
const ACCOUNT = new Set([530, 534, 535, 538]);
/** Said of a recipient, that the server itself is in trouble. */
const SERVER_TROUBLE = /(?<![\d.])4\.3\.\d/;
/** Said of a sender, that this one message is too large. */
const TOO_LARGE = /(?<![\d.])5\.3\.4/;

/**
 * Reads nodemailer's error. `begun` says whether any of the mail's body was given to the connection, which happens only
 * after the server's 354: before it nothing can have been delivered, after it only the server's own words
 * tell. A refused sign-in, or a refused sender (MAIL FROM), is a fault of the configuration, whoever the mail is for,
 * and passes once that is mended.
 */
export function readSmtpError(error: unknown, begun: boolean): ProviderAnswer {
  const known: Partial<Record<'message' | 'code' | 'command' | 'responseCode', unknown>> =
    error instanceof Error ? error : {};
  const status = typeof known.responseCode === 'number' ? known.responseCode : undefined;
  const code = status === undefined ? codeOf(known.code) : String(status);
  const detail = error instanceof Error ? error.message : String(error);
  if (known.code === 'EAUTH') return { kind: 'passing', code, detail, about: 'account' };
  if (status !== undefined && status >= 400)
    return { ...readReply(status, known.command, detail), code: String(status), detail };
  if (begun) return { kind: 'unknown', detail };
  if (known.code === 'EENVELOPE' || known.code === 'EMESSAGE') return { kind: 'refused', code, detail };
  return { kind: 'passing', code, detail };
}

/** nodemailer's own word; a mail that we gave up timed out like any other. */
const codeOf = (code: unknown): string | null =>
  typeof code === 'string' ? (code === 'EABORT' ? 'ETIMEDOUT' : code) : null;

/** What a refusing reply to a command means. */
function readReply(
  status: number,
  command: unknown,
  detail: string,
): { kind: 'refused' } | { kind: 'passing'; about?: 'account' | 'recipient' } {
  if (ACCOUNT.has(status)) return { kind: 'passing', about: 'account' };
  if (status >= 500)
    return command === 'MAIL FROM' && !TOO_LARGE.test(detail)
      ? { kind: 'passing', about: 'account' }
      : { kind: 'refused' };
  // greylisting, a busy or full mailbox; 421 closes the connection and is about the server
  const aboutRecipient = command === 'RCPT TO' && status >= 450 && !SERVER_TROUBLE.test(detail);
  return aboutRecipient ? { kind: 'passing', about: 'recipient' } : { kind: 'passing' };
}
