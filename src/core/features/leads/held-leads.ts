import { REVIEW_FIRST } from '#shared/features/leads/held.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';

/**
 * Throws CONFLICT for a lead that is waiting for review. Until it is accepted, nothing is written to it or about it.
 */
export function refuseHeld({ held_at: heldAt }: Pick<LeadRow, 'held_at'>): void {
  if (heldAt !== null) throw new AppError(REVIEW_FIRST, 'CONFLICT');
}
