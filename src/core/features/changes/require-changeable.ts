import { changeNumber, changeStatusNow, OPEN_CHANGE } from '#shared/features/changes/change-status.rules.ts';
import { statusNow } from '#shared/features/estimates/status-now.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { formatDate, localDate } from '#shared/primitives/local-date.ts';
import { cleanFirstName } from '#shared/primitives/strangers-words.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { StoredChange } from '../estimates/document-changes.ts';
import type { Version } from '../estimates/estimate-document.ts';
import { readLeadMoney } from '../lead-rows/lead-money.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';

/**
 * Returns why a job can't be changed now, for the contractor, or null if it can. Only the newest version can be changed,
 * once it's signed, and until the job is called off.
 */
export const whyNotChangeable = async (
  tx: CompanyTx,
  { estimate, acceptance, hasNewer }: Pick<Version, 'estimate' | 'acceptance' | 'hasNewer'>,
  { lead, at }: { lead: Pick<LeadRow, 'id' | 'name' | 'outcome'>; at: Date },
): Promise<AppError | null> => {
  const status = statusNow(estimate, at);
  const { number: named, valid_until: until } = estimate;
  const name = cleanFirstName(lead.name);
  if (hasNewer || status === 'superseded')
    return new AppError(`A newer estimate than ${named} was sent. Change that one`, 'ESTIMATE_SUPERSEDED');
  if (status === 'expired')
    return new AppError(
      `${named} expired on ${formatDate(localDate(until))} without a signature. Send a new estimate instead`,
      'ESTIMATE_EXPIRED',
    );
  if (status === 'declined') return new AppError(`${name} declined ${named}. Send a new estimate instead`, 'CONFLICT');
  if (!acceptance)
    return new AppError(`${named} isn’t signed yet. Send a new version of the estimate instead`, 'CONFLICT');
  const { given_back: givenBack } = await readLeadMoney(tx, lead.id);
  if (lead.outcome === 'lost' || givenBack)
    return new AppError(`The job of ${named} was canceled. Send a new estimate instead`, 'CONFLICT');
  return null;
};

/** Throws CONFLICT if a change of the job is open. Returns the one that would be, but has expired. */
export const refuseOpen = ({ estimate, changes }: Version, at: Date): StoredChange | undefined => {
  const open = changes.find(({ status }) => OPEN_CHANGE.includes(status));
  if (!open || changeStatusNow(open, at) === 'expired') return open;
  const named = changeNumber(estimate.number, open.position);
  throw new AppError(`${named} is still open. Cancel it before you make another change`, 'CONFLICT');
};
