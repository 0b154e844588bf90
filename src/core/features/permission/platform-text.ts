import { isOpen, isOpenFor, seekOpening } from '#shared/features/permission/may-text-now.rules.ts';
import { loadTextHours, placeOf, type Located } from '../../platform/us-data/index.ts';
import { LEAST_OPEN_MS } from './send-window.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** Returns the location of a phone (E.164) that we know nothing else about, based on its area code. */
export const placeOfPhone = (phone: string): Located =>
  placeOf({ zip: null, address: null, phone, companyZone: 'America/New_York' });

/**
 * Returns the first time from `now` on when the platform can text this phone. That time is within the automated texting
 * hours at the phone's location (C15, C16). The company's own hours don't matter. Returns null if there's no such time
 * in the next two weeks.
 */
export function openingForPlatform(phone: string, now: Date): Date | null {
  const { place, zone } = placeOfPhone(phone);
  const hours = loadTextHours();
  if (isOpenFor(place, { from: now, ms: LEAST_OPEN_MS }, hours)) return now;
  // Skips the last moments of the window, when it's too late to send (T11).
  const from = isOpen(place, now, hours) ? new Date(now.getTime() + LEAST_OPEN_MS) : now;
  return seekOpening(place, from, hours, undefined, zone)?.at ?? null;
}

/** Whether this phone has opted out of texts from the company or from the shared number. START ends the opt-out. */
export const hasStoppedNotices = async (
  tx: CompanyTx,
  { companyId, phone }: { companyId: CompanyId; phone: string },
): Promise<boolean> => {
  const row = await tx
    .selectFrom('opt_outs')
    .select('id')
    .where('channel', '=', 'sms')
    .where('address', '=', phone)
    .where((on) => on.or([on('company_id', '=', companyId), on('company_id', 'is', null)]))
    .where('lifted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
