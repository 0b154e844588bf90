import { isDeepStrictEqual } from 'node:util';
import { type Answered, type GuidedState, type HandoverReason, only } from './guided-state.ts';
import type { Read } from './read-message.ts';
import { WORDS } from './words/index.ts';

export const isReachable = ({ contact }: GuidedState): boolean => contact.email !== null || contact.phone !== null;

export const isChanged = (state: GuidedState, before: GuidedState): boolean =>
  !isDeepStrictEqual([state.fence, state.contact], [before.fence, before.contact]);

/**
 * Hands the conversation over to a person. The team is notified once the conversation has a lead. For a lead, an email
 * address or a phone number is enough.
 */
export function handOver(state: GuidedState, { reason, said }: { reason: HandoverReason; said: string }): Answered {
  const words = WORDS[state.language];
  const lead = isReachable(state);
  return {
    state: { ...state, unsure: 0, handedOver: reason, asked: lead ? null : 'reach', lead: state.lead || lead },
    text: lead ? said : words.askReachForCall,
    price: null,
    lead,
    handover: reason,
    unanswered: null,
    isUnderstood: reason === 'asked' || reason === 'law',
  };
}

/**
 * Answers a message after a handover. From then on, the agent records only contact details and details of the fence.
 * Everything else waits for a person.
 */
export function afterHandover(state: GuidedState, before: GuidedState, { contact }: Read): Answered {
  const words = WORDS[state.language];
  const changed = isChanged(state, before);
  const lead = isReachable(state) && (changed || !state.lead);
  const broken =
    contact.broken === 'email' ? words.brokenEmail : contact.broken === 'phone' ? words.brokenPhone : undefined;
  return {
    ...only(
      { ...state, lead: state.lead || lead, asked: isReachable(state) ? null : 'reach' },
      broken ?? (isReachable(state) ? (changed ? words.handover : words.waitsForPerson) : words.askReachForCall),
    ),
    lead,
  };
}
