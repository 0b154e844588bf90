import type { WidgetLeadAnswer } from '#shared/features/widget/widget.schema.ts';
import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { Answer, Ask } from '../api.ts';
import { on } from '../dom.ts';
import { isUnanswered, postLead, type Refusal } from './lead-sender.ts';
import { forgetUnsent, readUnsent, type Unsent } from './unsent.ts';

export interface SendingLater {
  contractorId: string;
  ask: Ask;
  ticket: () => Promise<string | undefined>;
  /** Returns whether the form is still on the page. */
  isHere: () => boolean;
  sent: (lead: WidgetLeadAnswer, request: Unsent) => void;
  /** Called if the server permanently rejected the request, which is then deleted. */
  refused: (answer: Answer<Refusal>, request: Unsent) => void;
}

const FIRST_WAIT = 30 * SECOND;
const LONGEST_WAIT = 10 * MINUTE;

/** The companies with a request that is being sent. A page can contain several forms for one company. */
const sending = new Set<string>();

/**
 * Sends this company's stored request, which couldn't be sent before. `now` sends it immediately, and `soon` after a
 * delay. If it fails again, it's retried after increasing delays. It's also sent when the browser is online again. The
 * request keeps its idempotency key, so it doesn't create a second lead if the server already received it. Stops when
 * the form is removed from the page.
 */
export const sendLater = (options: SendingLater): { now: () => void; soon: () => void } => {
  const { contractorId, ask, ticket, isHere, sent, refused } = options;
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), wait * (1 + Math.random()));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };
  const send = async () => {
    const request = readUnsent(contractorId);
    if (!request || !isHere()) return;
    if (sending.has(contractorId)) return later();
    sending.add(contractorId);
    const answer = await postLead(ask, { lead: request.lead, ticket: await ticket() });
    sending.delete(contractorId);
    if (isUnanswered(answer)) return later();
    // The homeowner may have pressed the button again and stored a newer request in the meantime.
    if (readUnsent(contractorId)?.lead === request.lead) forgetUnsent(contractorId);
    if (answer.body.leadId) sent(answer.body as WidgetLeadAnswer, request);
    else refused(answer, request);
  };
  if (typeof window !== 'undefined') on(window, 'online', () => void send());
  return { now: () => void send(), soon: later };
};
