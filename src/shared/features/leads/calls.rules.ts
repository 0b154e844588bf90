/** How a phone call with a homeowner went, as the member who logs it says. */
export const CALL_OUTCOMES = ['reached', 'voicemail', 'no_answer'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** What a call is named in the timeline and the conversation. */
export const CALL_TITLE: Record<CallOutcome, string> = {
  reached: 'Called and reached them',
  voicemail: 'Called and left a voicemail',
  no_answer: 'Called, no answer',
};

/** Whether the homeowner heard from the company. A call without an answer doesn't count as a contact. */
export const isContact = (outcome: CallOutcome): boolean => outcome !== 'no_answer';
