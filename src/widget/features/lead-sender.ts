import { toJson } from '../dom.ts';
import type { WidgetLeadAnswer, WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import type { Answer, Ask } from '../api.ts';
import type { StepWords } from '../words/step-words.ts';
import { TICKET } from '#shared/features/widget/ticket.rules.ts';

export interface Refusal {
  error: { message: string; fields?: Record<string, string> };
}

export type LeadAnswer = Answer<WidgetLeadAnswer & Refusal>;

/**
 * Sends a lead's JSON with a ticket. Sending the same lead again is safe, because its idempotency key prevents
 * duplicates.
 */
export const postLead = (
  ask: Ask,
  { lead, ticket }: { lead: string; ticket: string | undefined },
): Promise<LeadAnswer> => {
  const body = toJson({ ...(JSON.parse(lead) as object), ticket });
  return ask('leads', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
};

/**
 * Whether the server neither accepted nor rejected the lead: there was no connection, or the server was overloaded or
 * failed.
 */
export const isUnanswered = ({ status }: Answer<unknown>): boolean => status === 0 || status === 429 || status >= 500;

export interface Sending {
  start: () => void;
  lead: () => object;
  /**
   * Returns the ticket, which proves that the request comes from our form. The idempotency key doesn't cover the
   * ticket.
   */
  ticket: () => Promise<string | undefined>;
  /** Returns the idempotency key for this content. */
  key: (content: string) => string;
  /** The send button. Its label becomes 'Sending...', or 'Try again' after a failure. */
  button: HTMLElement;
  done: (lead: WidgetLeadAnswer) => void;
  /** `lead` is the JSON that was sent, without the ticket. */
  refused: (answer: LeadAnswer, lead: string) => void;
}

/**
 * Sends the completed form. Only one request is sent at a time. Pressing the button again during a request does
 * nothing.
 */
export const leadSender = (
  { ask, words }: { ask: Ask; words: StepWords },
  { start, lead: fill, ticket, key, button, done, refused }: Sending,
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
    const filled = fill();
    const lead = toJson({ ...filled, idempotencyKey: key(toJson(filled)) });
    const answer = await postLead(ask, { lead, ticket: await ticket() });
    show(false);
    if (answer.body.leadId) done(answer.body as WidgetLeadAnswer);
    else refused(answer, lead);
  };
};

/** A margin in milliseconds for clock differences, timers that fire early, and browsers that round the time. */
const MARGIN = 200;

const sleep = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Returns a function that resolves to the ticket for a lead. It waits until the ticket is old enough for the server to
 * accept. The ticket comes from the settings, which arrived at the time `at` (in milliseconds, as in `Date.now()`). If
 * the page has been open for too long, the function fetches new settings with a new ticket. If it can't fetch them, it
 * resolves to the old ticket. The server then holds the lead, so the lead isn't lost.
 */
export const ticketOf = (ask: Ask, config: WidgetConfig, at: number): (() => Promise<string | undefined>) => {
  let { ticket } = config;
  let since = at;
  return async () => {
    if (Date.now() - since > TICKET.renewAfter) {
      const { body } = await ask<WidgetConfig>(`config/${encodeURIComponent(config.contractorId)}`);
      if (body.ticket) [ticket, since] = [body.ticket, Date.now()];
    }
    // Capped at 0, so that a clock that was set back doesn't make the wait longer.
    const rest = Math.min(since - Date.now(), 0) + TICKET.youngest + MARGIN;
    if (ticket && rest > 0) await sleep(rest);
    return ticket;
  };
};
