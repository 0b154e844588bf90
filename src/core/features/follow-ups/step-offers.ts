import type { AskedStep, FollowUpStep } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { messagesIn } from '#shared/features/follow-ups/messages-in.rules.ts';
import { messageFault } from '#shared/features/follow-ups/steps.rules.ts';
import { hasOffer } from '#shared/features/follow-ups/tags.rules.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import { languageOf } from '#shared/primitives/language.ts';
import type { CompanyRow } from '../company/company.table.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import type { FollowUpMessageRow } from './follow-ups.table.ts';

/** Returns the company's default steps for a lead, in the lead's language. */
export const defaultSteps = (
  company: Pick<CompanyRow, 'workflow_cadence' | 'workflow_messages' | 'workflow_messages_es' | 'workflow_offers'>,
  lead: Pick<LeadRow, 'language'>,
): FollowUpStep[] => {
  const messages = messagesIn(languageOf(lead), company);
  return company.workflow_cadence.map((day, index) => ({
    day,
    message: messages[index] ?? '',
    offer: company.workflow_offers[index] ?? null,
  }));
};

export const storedStep = ({ day, body, offer }: FollowUpMessageRow): FollowUpStep => ({ day, message: body, offer });

/**
 * Returns the steps with their offers. A step that doesn't say whether it has one keeps the offer of the stored step
 * with the same message, and has none if there's no such step.
 */
export const withOffers = (steps: readonly AskedStep[], stored: readonly FollowUpStep[]): FollowUpStep[] =>
  steps.map(({ day, message, offer }) => ({
    day,
    message,
    offer: offer === undefined ? (stored.find((known) => known.message === message)?.offer ?? null) : offer,
  }));

/**
 * Throws VALIDATION_FAILED if a message uses an offer's tags without an offer. `path` is the message's field path, with
 * 'N' in place of its index.
 */
export const refuseUnset = (steps: readonly FollowUpStep[], path: string): void => {
  const faults = steps.flatMap(({ message, offer }, index): [string, string][] => {
    const fault = messageFault(message, offer);
    return fault === undefined ? [] : [[path.replace('N', String(index)), fault]];
  });
  if (faults.length > 0) throw invalid(Object.fromEntries(faults));
};

/** Throws VALIDATION_FAILED if a step loses its offer while its Spanish message still uses the offer's tags. */
export const refuseUnsetSpanish = (steps: readonly FollowUpStep[], spanish: readonly string[] | null): void => {
  const index = steps.findIndex(({ offer }, at) => offer === null && hasOffer(spanish?.[at] ?? ''));
  if (index !== -1)
    throw invalid({
      [`messages.${index}`]:
        'The Spanish message for this follow-up uses {{offer}} or {{offer_ends}}. Change it first, or keep the offer',
    });
};
