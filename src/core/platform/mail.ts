import { buffer } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import { SECOND } from '#shared/primitives/durations.ts';
import { senderName } from '#shared/primitives/strangers-words.ts';
import type { Config } from './config.ts';
import { type JustInTime, justInTime } from './just-in-time.ts';
import { createComposer, lateStream, messageIdHeader } from './mail-source.ts';
import { ANSWER_WITHIN, type ProviderAnswer } from './provider-answer.ts';

/** An attachment, built in memory. */
export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** An email to one person. The sender address is MAIL_FROM; `messageId` has no angle brackets. */
export interface MailToSend {
  messageId: string;
  to: string;
  fromName: string;
  replyTo: string | { name: string; address: string } | null;
  /** Bounce address that identifies the email; default: the sender's address. */
  bounceTo?: string;
  /** Message-IDs, in angle brackets, of the emails it replies to. */
  inReplyTo?: string;
  references?: string[];
  subject: string;
  text: string;
  html: string;
  /** The same HTML in pieces (`mimePart`), if many emails share most of it. */
  htmlPieces?: readonly string[];
  headers?: Record<string, string>;
  attachments?: MailAttachment[];
}

/**
 * Asks whether an email that has a connection may be sent. Called when the server waits for the first byte (after its
 * 354) and, if other emails wait for a connection, once before, timed so the answer is ready. If it returns false or
 * rejects, no byte is sent and the result is 'not-begun'.
 */
export type Begin = () => Promise<boolean>;

export interface Mailer {
  send(mail: MailToSend, begin: Begin): Promise<ProviderAnswer>;
  close(): void;
}

/** The address part: 'no-reply@picket.test' of 'Picket <no-reply@picket.test>'. */
export const senderAddress = (config: Pick<Config, 'MAIL_FROM'>): string =>
  /<([^<>]+)>\s*$/.exec(config.MAIL_FROM)?.[1]?.trim() ?? config.MAIL_FROM.trim();

/** More connections aren't faster (bench M1). */
export const MAIL_CONNECTIONS = 10;

/** C25: nodemailer's own list lacks list-unsubscribe-post; both must be signed. */
const SIGNED_HEADERS =
  'from:sender:reply-to:subject:date:message-id:to:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post';

interface UnderWay {
  /** The complete email, unless nodemailer adds attachments or a signature: then its streams aren't needed. */
  whole: Buffer | undefined;
  begin: Begin;
  /**
   * Whether this command has already triggered the call: repetitions, for example after a closed connection, don't
   * count.
   */
  asked: boolean;
  state: 'envelope' | 'asking' | 'called off' | 'given';
  /** The timer that asks while the server still receives the sender and the recipient. */
  early?: NodeJS.Timeout;
}

/**
 * Email over SMTP_URL, with pooled connections. Each email is answered within `within` (real milliseconds), shorter
 * than a claim's lease, so nobody else takes a message that is still being sent; its connection is then closed.
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
    if (own === undefined) return done(new Error('nobody sends this mail any more'));
    const open = mail.message.createReadStream.bind(mail.message);
    mail.message.createReadStream = (options) => {
      const since = performance.now();
      const pause = underWay.size >= MAIL_CONNECTIONS ? asking.pause() : undefined;
      clearTimeout(own.early);
      if (pause !== undefined) own.early = setTimeout(() => void mayGo(own, asking), pause);
      const compose = async () => own.whole ?? buffer(open(options));
      return lateStream(
        // the content is built first, so that nothing delays sending after the row is marked
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
        // the server isn't at fault if we kept it waiting until the deadline
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

/** The email's content. Rejects if the email may not be sent. */
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

/** The server requires a sign-in, another one, or encryption (RFC 4954); any command can return this. */
const ACCOUNT = new Set([530, 534, 535, 538]);
/** A status that is returned for a recipient but means that the server itself has a problem. */
const SERVER_TROUBLE = /(?<![\d.])4\.3\.\d/;
/** A status that is returned for a sender but means that this message is too large. */
const TOO_LARGE = /(?<![\d.])5\.3\.4/;

/**
 * Classifies nodemailer's error. `begun` says whether any of the body was passed to the connection, which happens only
 * after the server's 354: before it nothing can have been delivered, after it only the server's answer decides. A
 * refused sign-in or sender (MAIL FROM) is a configuration error for any recipient, and passes once it is corrected.
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

/** nodemailer's own code; an email that we aborted counts as a timeout. */
const codeOf = (code: unknown): string | null =>
  typeof code === 'string' ? (code === 'EABORT' ? 'ETIMEDOUT' : code) : null;

/** Classifies a server's refusal of a command. */
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
  // greylisting, a busy or full mailbox; 421 closes the connection and concerns the server
  const aboutRecipient = command === 'RCPT TO' && status >= 450 && !SERVER_TROUBLE.test(detail);
  return aboutRecipient ? { kind: 'passing', about: 'recipient' } : { kind: 'passing' };
}
