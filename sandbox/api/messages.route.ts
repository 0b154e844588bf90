import parsePhoneNumber from 'libphonenumber-js';
import { Router } from 'express';
import { z } from 'zod';
import type { Messages, SandboxMessage } from '../messages.ts';
import type { Mailbox } from '../smtp/mailbox.ts';
import type { SandboxOptions } from '../options.ts';
import { PHOTO_TYPE } from '../twilio/photo.ts';
import type { TwilioStandIn } from '../twilio/twilio-stand-in.ts';
import { parsed } from './problems.ts';

export interface MessagesRouteDeps {
  messages: Messages;
  twilio: TwilioStandIn;
  mailbox: Mailbox;
  options: SandboxOptions;
}

/** Accepts a US number in any notation, or any number in E.164. Returns E.164. */
const phone = (message: string) =>
  z.string(message).transform((text, context) => {
    const number = parsePhoneNumber(text, 'US')?.number;
    if (number !== undefined) return number;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const replyInput = z.object({
  from: phone("Enter the homeowner's number, such as +12085550142."),
  to: phone('Enter the number to text, such as +15005550006.').optional(),
  /** Whether to attach a photo. With a photo, the text may be empty. */
  photo: z.boolean().default(false),
  text: z
    .string('Enter the text, such as “Can you come on Friday?”')
    .refine((text) => text.length <= 1_600, 'A text can have at most 1,600 characters.'),
});
const smsReplyInput = replyInput.refine(({ text, photo }) => photo || text.trim() !== '', {
  path: ['text'],
  message: 'Enter the text, such as “Can you come on Friday?”',
});

const mailReplyInput = z.object({
  from: z.email('Enter the sender’s email address, such as tom@example.com.'),
  to: z.email('Enter the email address to reply to.').optional(),
  text: z.string('Enter the text, such as “Can you come on Friday?”').max(20_000),
  subject: z.string().max(200).optional(),
});

const isMail = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'from' in body && String(body.from).includes('@');

/**
 * Lists the sent messages and accepts a homeowner's replies. A reply is an email if `from` is an email address,
 * otherwise a text.
 */
export function messageRoutes({ messages, twilio, mailbox, options }: MessagesRouteDeps): Router {
  const router = Router();

  // Oldest first. Replies are included only with ?direction=all.
  router.get('/api/messages', (request, response) => {
    const all = messages.all();
    response.json(request.query['direction'] === 'all' ? all : all.filter(({ direction }) => direction === 'out'));
  });

  router.delete('/api/messages', (_request, response) => {
    messages.clear();
    response.json({ ok: true });
  });

  router.post('/api/reply', async (request, response, next) => {
    if (!isMail(request.body)) {
      next();
      return;
    }
    const { status, message } = await mailbox.answer(parsed(mailReplyInput, request.body));
    if (message === undefined) response.json({ status });
    else response.status(status).json({ error: { code: 'PROVIDER_UNAVAILABLE', message } });
  });

  router.post('/api/reply', async (request, response) => {
    const { from, to, text, photo } = parsed(smsReplyInput, request.body);
    const { sid, answer } = await twilio.receive(
      from,
      to ?? lastSender(messages.all(), from) ?? options.twilio.from,
      text,
      photo ? [PHOTO_TYPE] : [],
    );
    if (answer === undefined) {
      const message = `${options.appUrl} didn't respond, so the text wasn't delivered. Start the app, then send the text again.`;
      response.status(503).json({ sid, error: { code: 'PROVIDER_UNAVAILABLE', message } });
      return;
    }
    response.json({ status: answer.status, sid });
  });
  return router;
}

/** Returns the number that last texted this person. A phone replies to that number. */
function lastSender(all: SandboxMessage[], person: string): string | undefined {
  return all.findLast((sms) => sms.channel === 'sms' && sms.direction === 'out' && sms.to === person)?.from;
}
