import { AGREED_CHANGE, changeNumber } from '#shared/features/changes/change-status.rules.ts';
import type { ChangePart } from '#shared/features/changes/change-price.rules.ts';
import type { ChangeStatus } from '#shared/features/changes/changes.schema.ts';
import { feetOf } from '#shared/features/pricing/fence.ts';
import { type EstimateLine, viewLines } from '#shared/features/pricing/line-view.ts';
import { type SumRules, taxWords } from '#shared/features/pricing/price.rules.ts';
import type { Language } from '#shared/primitives/language.ts';
import { localDate, type LocalDate } from '#shared/primitives/local-date.ts';
import type { RowOf } from '../../platform/db/tables.ts';

/** A stored change of a signed version. Its signature is null unless it's signed. */
export type StoredChange = RowOf<'estimate_changes'> & { signature: RowOf<'change_signatures'> | null };

/** What a change adds or takes off, in one language. Its lines less the discount plus the tax are its sum. */
export interface DocumentPart {
  lines: EstimateLine[];
  discountCents: number;
  /** The tax's name and rate. Null if the tax stays the same. */
  taxLabel: string | null;
  taxCents: number;
}

/** A change of a signed estimate, in one language. Amounts are in cents. */
export interface DocumentChange {
  id: string;
  /** Such as 'EST-8f03c2-4821-C1'. */
  number: string;
  status: ChangeStatus;
  note: string;
  added: DocumentPart;
  removed: DocumentPart;
  /** The whole fence after the change: its length in feet, and its gates. */
  perimeter: number;
  gateCount: number;
  addedCents: number;
  removedCents: number;
  netCents: number;
  /** The job's total with all changes up to this one. */
  totalCents: number;
  /** Null unless the change is signed. `at` is an ISO instant. */
  signature: ChangeSignature | null;
}

interface ChangeSignature {
  name: string;
  kind: 'typed' | 'drawn';
  mark: string;
  at: string;
  consent: string;
  hash: string;
  /** The right to cancel the change, as it was when it was signed. */
  cancel: { businessDays: number; until: LocalDate; zone: string };
}

const viewPart = (
  { lines, discountCents, taxCents }: ChangePart,
  { rules, language }: { rules: SumRules; language: Language },
): DocumentPart => ({
  lines: viewLines(lines, language),
  discountCents,
  taxLabel: taxCents === 0 ? null : taxWords(rules.tax, language),
  taxCents,
});

/** What a change costs, with its parts in one language. */
export const viewChangePrice = (
  price: { added: ChangePart; removed: ChangePart },
  how: { rules: SumRules; language: Language },
): Pick<DocumentChange, 'added' | 'removed'> => ({
  added: viewPart(price.added, how),
  removed: viewPart(price.removed, how),
});

/** Returns a change in one language. `estimate` is the number of the signed version, and `rules` are those of its sum. */
export const viewDocumentChange = (
  row: StoredChange,
  { estimate, ...how }: { estimate: string; rules: SumRules; language: Language },
): DocumentChange => ({
  id: row.id,
  number: changeNumber(estimate, row.position),
  status: row.status,
  note: row.note,
  ...viewChangePrice(row, how),
  perimeter: feetOf(row.fence),
  gateCount: row.fence.gates.length,
  addedCents: row.added_cents,
  removedCents: row.removed_cents,
  netCents: row.net_cents,
  totalCents: row.total_cents,
  signature: row.signature && {
    name: row.signature.name,
    kind: row.signature.mark_kind,
    mark: row.signature.mark,
    at: row.signature.at.toISOString(),
    consent: row.signature.consent_text,
    hash: row.signature.document_hash,
    cancel: {
      businessDays: row.signature.cancel_days,
      until: localDate(row.signature.cancel_until),
      zone: row.signature.cancel_zone,
    },
  },
});

/** Whether a change counts in the job's total. */
export const isAgreedChange = ({ status }: { status: ChangeStatus }): boolean => AGREED_CHANGE.includes(status);
