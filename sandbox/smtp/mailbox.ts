import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type { Clock } from '#shared/primitives/clock.ts';
import { deliver } from '../deliver.ts';
import type { Messages, SandboxMessage } from '../messages.ts';
import type { SandboxOptions } from '../options.ts';

export interface MailReply {
  from: string;
  /** Default: the reply-to address of the newest email to `from`. */
  to?: string | undefined;
  text: string;
  /** Default: 'Re:' and the subject of the newest email to `from`. */
  subject?: string | undefined;
}

interface MailboxDeps {
  options: SandboxOptions;
  clock: Clock;
  messages: Messages;
  signal: AbortSignal;
}

const addressIn = (header: string | undefined): string | undefined => /[^\s<>"]+@[^\s<>"]+/.exec(header ?? '')?.[0];

/**
 * Replies to emails on behalf of their recipients. A reply quotes the email and is posted to the app's inbound route.
 */
export class Mailbox {
  readonly #deps: MailboxDeps;

  constructor(deps: MailboxDeps) {
    this.#deps = deps;
  }

  /** If the reply wasn't delivered, `message` is the error. Otherwise, `status` is the app's response status code. */
  async answer(reply: MailReply): Promise<{ status: number; message?: string }> {
    const { options, clock, messages, signal } = this.#deps;
    const { inboundMail } = options;
    const mail = messages
      .all()
      .findLast(
        (one) =>
          one.channel === 'email' &&
          one.direction === 'out' &&
          one.to === reply.from &&
          (reply.to === undefined || addressIn(one.headers?.['reply-to']) === reply.to),
      );
    const to = reply.to ?? addressIn(mail?.headers?.['reply-to']);
    if (to === undefined) return { status: 422, message: `No email to ${reply.from} to reply to.` };
    if (!inboundMail || !to.endsWith(`@${inboundMail.domain}`))
      return { status: 422, message: `${to} is a private mailbox. The app can’t see email sent there.` };
    const raw = await compose({ ...reply, to, mail, at: clock.now() });
    messages.record({
      channel: 'email',
      direction: 'in',
      from: reply.from,
      to,
      subject: reply.subject ?? reSubject(mail),
      text: reply.text,
      at: clock.now().toISOString(),
    });
    const answer = await deliver(
      () => ({
        url: `${options.appUrl}/webhooks/mail/inbound`,
        body: raw,
        headers: {
          'content-type': 'message/rfc822',
          authorization: `Basic ${Buffer.from(`sandbox:${inboundMail.secret}`).toString('base64')}`,
        },
      }),
      { waits: [500, 1_500], signal },
    );
    if (answer) return { status: answer.status };
    return {
      status: 503,
      message: `${options.appUrl} didn't respond, so the email wasn't delivered. Start the app, then send the email again.`,
    };
  }
}

const reSubject = (mail: SandboxMessage | undefined): string => `Re: ${(mail?.subject ?? '').replace(/^re:\s*/i, '')}`;

async function compose({
  from,
  to,
  text,
  subject,
  mail,
  at,
}: MailReply & { to: string; mail: SandboxMessage | undefined; at: Date }): Promise<string> {
  const id = mail?.headers?.['message-id'];
  const quoted = (mail?.text ?? '').replace(/^/gm, '> ');
  const composer = new MailComposer({
    from,
    to,
    subject: subject ?? reSubject(mail),
    date: at,
    text: mail ? `${text}\n\nOn ${at.toUTCString()}, ${mail.from} wrote:\n\n${quoted}` : text,
    ...(id === undefined ? {} : { inReplyTo: id, references: id }),
  });
  return (await composer.compile().build()).toString('utf8');
}
