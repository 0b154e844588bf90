import type { WidgetLeadAnswer, WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import type { Answer, Ask } from '../api.ts';
import type { StepWords } from '../words/step-words.ts';
import { TICKET } from '#shared/features/widget/ticket.rules.ts';

export interface Refusal {
  error: { message: string; fields?: Record<string, string> };
}

export interface Sending {
  start: () => void;
  lead: () => object;
  /** What shows that a page of ours sends it; not part of what its key stands for. */
  ticket: () => Promise<string | undefined>;
  /** The idempotency key of what is sent. */
  key: (content: string) => string;
  /** Says what is going on: 'Sending...', then 'Try again' where it failed. */
  button: HTMLElement;
  done: (lead: WidgetLeadAnswer) => void;
  refused: (answer: Answer<Refusal>) => void;
}

/** Sends the filled form, one request at a time: a second press while one is under way does nothing. */
export const leadSender = (
  { ask, words }: { ask: Ask; words: StepWords },
  { start, lead, ticket, key, button, done, refused }: Sending,
): (() => Promise<void>) => {
  let busy = false;
  const show = (yes: boolean) => {
    busy = yes;
    button.textContent = yes ? words.sending : words.tryAgain;
    button.setAttribute('aria-busy', `${yes}`);
  };
  return async () => {
    if (busy) return;
    show(true);
    start();
    const filled = lead();
    const idempotencyKey = key(JSON.stringify(filled));
    const body = JSON.stringify({ ...filled, idempotencyKey, ticket: await ticket() });
    const headers = { 'content-type': 'application/json' };
    const answer = await ask<WidgetLeadAnswer & Refusal>('leads', { method: 'POST', headers, body });
    show(false);
    if (answer.body.leadId) done(answer.body as WidgetLeadAnswer);
    else refused(answer);
  };
};

/** What the two clocks, a timer and a browser that rounds its clock may be apart. */
const MARGIN = 200;

const sleep = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Gives the ticket that a lead is sent with, as soon as the server takes it: of the settings that came `at` (as
 * `Date.now()` gives it), or of newer ones where a page was open for long. Where those can't be had it is the old one:
 * the lead is held then, and not lost.
 */
export const ticketOf = (ask: Ask, config: WidgetConfig, at: number): (() => Promise<string | undefined>) => {
  let { ticket } = config;
  let since = at;
  return async () => {
    if (Date.now() - since > TICKET.renewAfter) {
      const { body } = await ask<WidgetConfig>(`config/${encodeURIComponent(config.contractorId)}`);
      if (body.ticket) [ticket, since] = [body.ticket, Date.now()];
    }
    // a clock that was set back makes nobody wait longer
    const rest = Math.min(since - Date.now(), 0) + TICKET.youngest + MARGIN;
    if (ticket && rest > 0) await sleep(rest);
    return ticket;
  };
};
