import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Clock } from '#shared/primitives/clock.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import type { FaultMode, Faults } from '../faults.ts';
import type { Messages, SandboxAttachment, SandboxMessage } from '../messages.ts';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';

export interface SmtpDeps {
  port: number;
  messages: Messages;
  faults: Faults;
  clock: Clock;
}
export interface RunningSmtp {
  port: number;
  close(): Promise<void>;
}

const LARGEST_MAIL = 25 * 1024 * 1024;

/** An error with its SMTP code. The smtp-server package replies with `responseCode message`. */
class SmtpRefusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

const REFUSALS: Partial<Record<FaultMode, () => SmtpRefusal>> = {
  http500: () => new SmtpRefusal(451, '4.3.0 Temporary failure, try again later'),
  http429: () => new SmtpRefusal(421, '4.7.0 Too many messages, try again later'),
  reject: () => new SmtpRefusal(550, '5.7.1 Message refused'),
};

/**
 * Starts an SMTP server that listens only on this machine. It accepts and stores every email, with or without a
 * password.
 */
export async function startSmtp({ port, messages, faults, clock }: SmtpDeps): Promise<RunningSmtp> {
  // The smtp-server package doesn't expose its sockets. They're needed to break the connection between DATA and the
  // 250.
  const sockets = new Map<number, Socket>();
  const toBeCut = new Set<string>();
  const toBeRefused = new Set<string>();

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    hideSTARTTLS: true,
    logger: false,
    size: LARGEST_MAIL,
    socketTimeout: HOUR, // The 'timeout' fault must stay silent longer than any client waits.
    onAuth: (_auth, _session, done) => done(null, { user: 'anyone' }),
    onMailFrom: (_address, session, done) => {
      const fault = faults.take('smtp', 'write');
      if (fault === 'timeout') return;
      if (fault === 'hang_up') return void sockets.get(session.remotePort)?.destroy();
      for (const [when, ids] of [
        ['drop_after_accept', toBeCut],
        ['reject', toBeRefused],
      ] as const)
        if (fault === when) ids.add(session.id);
        else ids.delete(session.id);
      // An error at MAIL FROM would be about the sender, not this email.
      const refusal = fault === 'reject' ? undefined : REFUSALS[fault];
      if (refusal === undefined) done();
      else done(refusal());
    },
    onRcptTo: (_address, session, done) => {
      if (toBeRefused.delete(session.id)) done(REFUSALS.reject?.());
      else done();
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (stream.sizeExceeded) done(new SmtpRefusal(552, '5.3.4 Message too big'));
        else void settle(Buffer.concat(chunks), session, done);
      });
    },
  });

  async function settle(raw: Buffer, session: SMTPServerSession, done: (error?: Error) => void): Promise<void> {
    let refusal: SmtpRefusal | undefined;
    try {
      await keep(raw, session);
    } catch {
      refusal = new SmtpRefusal(554, "5.6.0 We couldn't read this email");
    }
    if (refusal !== undefined) done(refusal);
    else if (toBeCut.delete(session.id)) sockets.get(session.remotePort)?.destroy();
    else done();
  }

  async function keep(raw: Buffer, { envelope }: SMTPServerSession): Promise<void> {
    const mail = await readMail(raw, {
      from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
      to: envelope.rcptTo.map((recipient) => recipient.address),
    });
    messages.record({ channel: 'email', direction: 'out', ...mail, at: clock.now().toISOString() });
  }

  server.on('error', () => undefined); // The client disconnected in the middle of an email. It will retry by itself.
  server.server.on('connection', (socket: Socket) => {
    const { remotePort } = socket;
    if (remotePort === undefined) return;
    sockets.set(remotePort, socket);
    socket.on('close', () => sockets.delete(remotePort));
  });
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets.values()) socket.destroy();
      }),
  };
}

type ReadMail = Omit<SandboxMessage, 'id' | 'at' | 'channel' | 'direction'>;
interface Envelope {
  from: string;
  to: string[];
}

/**
 * Parses an email for display. The sender is the one in the From header, because the envelope's sender is for bounces.
 * The recipients are the envelope's, which include Bcc. The HTML and text parts aren't derived from each other, so that
 * a missing part is noticeable.
 */
async function readMail(raw: Buffer, envelope: Envelope): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw);
  return {
    from: addressOf(mail.from) ?? envelope.from,
    to: envelope.to.join(', '),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    ...(mail.html === undefined ? {} : { html: mail.html }),
    headers: headersOf(mail),
    attachments: mail.attachments.map(shown),
  };
}

const shown = ({ filename, mimeType, content }: Attachment): SandboxAttachment => ({
  name: filename ?? mimeType,
  contentType: mimeType,
  ...(mimeType === 'text/calendar' && { text: textOf(content) }),
});

const textOf = (content: Attachment['content']): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

function addressOf(address: Address | undefined): string | undefined {
  return address?.address ?? address?.group?.[0]?.address;
}

/** Header names are in lowercase. Repeated headers are joined with line breaks. */
function headersOf(mail: Email): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { key, value } of mail.headers)
    headers[key] = headers[key] === undefined ? value : `${headers[key]}\n${value}`;
  return headers;
}
