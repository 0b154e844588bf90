import { REVIEW_FIRST } from '#shared/features/leads/held.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';

/**
 * Throws CONFLICT if the lead is waiting for review or marked as spam. Such a lead can't be changed or referenced until
 * it's accepted.
 */
export function refuseHeld({ held_at: heldAt }: Pick<LeadRow, 'held_at'>): void {
  if (heldAt !== null) throw new AppError(REVIEW_FIRST, 'CONFLICT');
}
