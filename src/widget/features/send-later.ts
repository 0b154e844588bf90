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
  /** Whether the form is still on the page. */
  isHere: () => boolean;
  sent: (lead: WidgetLeadAnswer, request: Unsent) => void;
  /** The server refused the request for good. It is deleted. */
  refused: (answer: Answer<Refusal>, request: Unsent) => void;
}

const FIRST_WAIT = 30 * SECOND;
const LONGEST_WAIT = 10 * MINUTE;

/** Companies whose request is being sent: several forms of one company may be on the page. */
const sending = new Set<string>();

/**
 * Sends the company's unsent request: `now`, or `soon`, when the browser is online again, and after growing waits.
 * It keeps its idempotency key, so a request that did arrive makes no second lead. Stops when the form has left the
 * page.
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
    // Another press of the button may have kept a newer one meanwhile.
    if (readUnsent(contractorId)?.lead === request.lead) forgetUnsent(contractorId);
    if (answer.body.leadId) sent(answer.body as WidgetLeadAnswer, request);
    else refused(answer, request);
  };
  if (typeof window !== 'undefined') on(window, 'online', () => void send());
  return { now: () => void send(), soon: later };
};
