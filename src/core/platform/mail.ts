import { buffer } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import { SECOND } from '#shared/primitives/durations.ts';
import { senderName } from '#shared/primitives/strangers-words.ts';
import type { Config } from './config.ts';
import { type JustInTime, justInTime } from './just-in-time.ts';
import { createComposer, lateStream, messageIdHeader } from './mail-source.ts';
import { ANSWER_WITHIN, type ProviderAnswer } from './provider-answer.ts';

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** An email to one person. The sender's email address is in MAIL_FROM. `messageId` has no angle brackets. */
export interface MailToSend {
  messageId: string;
  to: string;
  fromName: string;
  replyTo: string | { name: string; address: string } | null;
  /** A bounce email address that is unique to this email. Default: the sender's email address. */
  bounceTo?: string;
  /**
   * If this email is a reply, the Message-ID (in angle brackets) of the email that it replies to. `references` contains
   * the Message-IDs of the thread.
   */
  inReplyTo?: string;
  references?: string[];
  subject: string;
  text: string;
  html: string;
  /** The same HTML split into pieces (`mimePart`), for emails that share most of it. */
  htmlPieces?: readonly string[];
  headers?: Record<string, string>;
  attachments?: MailAttachment[];
}

/**
 * Checks whether an email may still be sent. It's called when the server is ready for the content (after its 354). If
 * other emails are waiting for a connection, it's also called once before that, so that its result is available in
 * time. If it returns false or rejects, nothing is sent, and the result of the send is 'not-begun'.
 */
export type Begin = () => Promise<boolean>;

export interface Mailer {
  send(mail: MailToSend, begin: Begin): Promise<ProviderAnswer>;
  close(): void;
}

/** Returns the email address in MAIL_FROM: 'no-reply@picket.test' for 'Picket <no-reply@picket.test>'. */
export const senderAddress = (config: Pick<Config, 'MAIL_FROM'>): string =>
  /<([^<>]+)>\s*$/.exec(config.MAIL_FROM)?.[1]?.trim() ?? config.MAIL_FROM.trim();

/** The number of connections in the pool. More connections don't increase throughput (bench M1). */
export const MAIL_CONNECTIONS = 10;

/** C25: both unsubscribe headers must be signed, but nodemailer doesn't sign list-unsubscribe-post by default. */
const SIGNED_HEADERS =
  'from:sender:reply-to:subject:date:message-id:to:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post';

interface UnderWay {
  /** The complete email. Undefined if nodemailer must add attachments or a signature. */
  whole: Buffer | undefined;
  begin: Begin;
  /** Whether `begin` has been called. Only the first call is timed. */
  asked: boolean;
  state: 'envelope' | 'asking' | 'canceled' | 'given';
  /** The timer that calls `begin` early, while the server is still receiving the sender and the recipient. */
  early?: NodeJS.Timeout;
}

/**
 * Creates a mailer that sends over SMTP_URL with pooled connections. Each send ends within `within` (wall-clock
 * milliseconds). This limit is shorter than a claim's lease, so other workers don't claim a message while it's being
 * sent. At the deadline, the mailer closes the connection.
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
  const composer = createComposer({ sender, productName: senderName(config.PRODUCT_NAME) });
  const underWay = new Map<string, UnderWay>();
  const asking = justInTime();
  transport.use('stream', (mail, done) => {
    const own = underWay.get(mail.data.messageId ?? '');
    if (own === undefined) return done(new Error('this email is no longer being sent'));
    done();
    // After `done`, which adds the signature's step, because the steps run in order and ours must be the last.
    mail.message.processFunc((composed) => {
      const since = performance.now();
      const pause = underWay.size >= MAIL_CONNECTIONS ? asking.pause() : undefined;
      clearTimeout(own.early);
      if (pause !== undefined) own.early = setTimeout(() => void mayGo(own, asking), pause);
      return lateStream(
        // Builds the content first, so that nothing delays the email after `begin` allows it to be sent.
        async () => {
          asking.came(performance.now() - since);
          return orNever(own.whole ?? (await buffer(composed)), own, asking);
        },
        () => (own.state = 'given'),
      );
    });
  });

  return {
    async send(mail, begin) {
      const source = mail.attachments === undefined ? composer.whole(mail, new Date()) : undefined;
      const message = {
        messageId: messageIdHeader(mail),
        envelope: { from: mail.bounceTo ?? sender, to: mail.to },
        ...(source === undefined ? composer.fields(mail) : { raw: source }),
      };
      const whole = 'dkim' in signing ? undefined : source;
      const own: UnderWay = { whole, begin, asked: false, state: 'envelope' };
      underWay.set(message.messageId, own);
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), within);
      try {
        const sent = await transport.sendMail(Object.assign(message, { signal: deadline.signal }));
        return { kind: 'accepted', providerId: sent.messageId };
      } catch (error) {
        // If `begin` was still running at the deadline, the server isn't at fault.
        if (own.state === 'canceled' || (own.state === 'asking' && deadline.signal.aborted))
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

/** Returns the email's content. Throws if the email may no longer be sent. */
async function orNever(mail: Buffer, own: UnderWay, asking: JustInTime): Promise<Buffer> {
  if (own.state === 'envelope') own.state = 'asking';
  if (await mayGo(own, asking)) return mail;
  own.state = 'canceled';
  throw new Error('the email was canceled');
}

async function mayGo(own: UnderWay, asking: JustInTime): Promise<boolean> {
  const [isFirst, since] = [!own.asked, performance.now()];
  own.asked = true;
  const goes = await own.begin().catch(() => false);
  if (isFirst) asking.took(performance.now() - since);
  return goes;
}

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

/**
 * SMTP reply codes that ask for authentication, different credentials or encryption (RFC 4954). Any command can get
 * such a reply.
 */
const ACCOUNT = new Set([530, 534, 535, 538]);
/** Matches a status code in a reply to RCPT TO that reports a problem with the server itself. */
const SERVER_TROUBLE = /(?<![\d.])4\.3\.\d/;
/** Matches the status code in a reply to MAIL FROM that means that this message is too large. */
const TOO_LARGE = /(?<![\d.])5\.3\.4/;

/**
 * Classifies an error from nodemailer. `begun` is true if any content was passed to the connection, which happens only
 * after the server's 354. If `begun` is false, nothing was delivered. If `begun` is true, only the server's reply shows
 * whether the email was delivered. Without a reply, the result is 'unknown'. A rejected sign-in or sender (MAIL FROM)
 * is a configuration error that affects every recipient. The operator can fix it, so the email can be retried.
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

/** Returns nodemailer's error code, or a timeout's code if we aborted the email. */
const codeOf = (code: unknown): string | null =>
  typeof code === 'string' ? (code === 'EABORT' ? 'ETIMEDOUT' : code) : null;

/** Classifies a server's reply that rejects a command. */
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
  // Greylisting, or a busy or full mailbox. A 421 isn't about the recipient: the server has a problem and closes
  // the connection.
  const aboutRecipient = command === 'RCPT TO' && status >= 450 && !SERVER_TROUBLE.test(detail);
  return aboutRecipient ? { kind: 'passing', about: 'recipient' } : { kind: 'passing' };
}
