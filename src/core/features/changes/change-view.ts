import { changeNumber, changeStatusNow } from '#shared/features/changes/change-status.rules.ts';
import type { ChangeView } from '#shared/features/changes/changes.schema.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import { type StoredChange, viewDocumentChange } from '../estimates/document-changes.ts';
import type { Version } from '../estimates/estimate-document.ts';
import { signedPriceOf } from './agreed-price.ts';

/** Converts a change for an API response, with the status that it has at the time `at`. */
export const viewChange = (
  version: Version,
  row: StoredChange,
  { at, language = DEFAULT_LANGUAGE }: { at: Date; language?: Language },
): ChangeView => {
  const { number } = version.estimate;
  const { rules } = signedPriceOf(version);
  const change = viewDocumentChange(row, { estimate: number, rules, language });
  return {
    id: change.id,
    number: changeNumber(number, row.position),
    status: changeStatusNow(row, at),
    note: change.note,
    added: change.added,
    removed: change.removed,
    addedCents: change.addedCents,
    removedCents: change.removedCents,
    netCents: change.netCents,
    revisedTotalCents: change.totalCents,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    validUntil: row.valid_until,
    decidedAt: row.decided_at?.toISOString() ?? null,
    signedBy: row.signature?.name ?? null,
    reason: row.decline_reason,
  };
};
