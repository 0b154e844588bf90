/**
 * Why a request from the widget is held for review. Each value is the text for the Review screen. The reasons are in
 * the order of the checks (`capture-lead.ts`). 'marked_spam' isn't the result of a check. It means that the contractor marked a lead that
 * wasn't held, or that was accepted, as spam.
 */
export const HELD_REASONS = {
  ticket_missing: 'The request wasn’t sent from your estimate form',
  ticket_forged: 'The request wasn’t sent from your estimate form',
  ticket_expired: 'The form had been open for more than 24 hours',
  ticket_used_up: 'More than 5 requests were sent during one visit to the form',
  too_fast: 'The request was sent less than 2 seconds after the form was opened',
  honeypot: 'A field that people can’t see was filled in',
  foreign_site: 'The request came from a website that isn’t on your widget’s list of domains',
  repeated: 'The same person sent the form many times',
  email_budget: 'This email address was used in several requests today',
  phone_budget: 'This phone number was used in several requests today',
  company_budget: 'Your company has reached today’s limit for messages to new recipients',
  paused: 'Messages to new recipients are currently paused',
  marked_spam: 'You marked it as spam',
} as const;

export type HeldReason = keyof typeof HELD_REASONS;

/**
 * Returns a reason's description for the contractor. Returns a general description for an unknown reason that another
 * version of the code stored.
 */
export const heldReasonText = (reason: string): string =>
  Object.hasOwn(HELD_REASONS, reason) ? HELD_REASONS[reason as HeldReason] : 'The request looked unusual';

/** Why an erased lead can't be changed. */
export const ERASED = 'The homeowner was erased from this lead. Add a new lead if they contact you again';
/** The CONFLICT error for actions that aren't allowed while a lead is in Review. */
export const REVIEW_FIRST = 'Review this lead first. It’s held until you accept it';
