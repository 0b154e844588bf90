import { REVIEW_FIRST } from '#shared/features/leads/held.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { ERASED } from '#shared/features/leads/held.rules.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';

/**
 * Throws CONFLICT if the lead is waiting for review or marked as spam. Such a lead can't be changed or referenced until
 * it's accepted. Throws CONFLICT too if the homeowner was erased from the lead, because it never changes again.
 */
export function refuseHeld({ held_at: heldAt, erased_at: erasedAt }: Pick<LeadRow, 'held_at' | 'erased_at'>): void {
  if (erasedAt !== null) throw new AppError(ERASED, 'CONFLICT');
  if (heldAt !== null) throw new AppError(REVIEW_FIRST, 'CONFLICT');
}
