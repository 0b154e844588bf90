import { changeNumber } from '#shared/features/changes/change-status.rules.ts';
import { quantityInWords } from '#shared/features/pricing/line-view.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { documentOf, type EstimateDocument, type Version } from '../estimates/estimate-document.ts';
import {
  type DocumentChange,
  type DocumentPart,
  type StoredChange,
  viewDocumentChange,
} from '../estimates/document-changes.ts';
import { canonical, sha256 } from '../estimates/signed-document.ts';
import { signedPriceOf } from './agreed-price.ts';

/** A change with the signed estimate that it changes, both in the language in which the estimate was signed (C28). */
export interface ChangeDocument {
  document: EstimateDocument;
  change: DocumentChange;
  /** The text that is signed, in canonical form. It contains the hash of the signed estimate. */
  text: string;
  /** The SHA-256 of the text. */
  hash: string;
  /** The hash of the signed estimate. */
  estimateHash: string;
}

/** Returns the document of a change. Its version is signed. */
export const changeDocumentOf = (version: Version, row: StoredChange): ChangeDocument => {
  const { estimate, acceptance } = version;
  if (!acceptance) throw new AppError('This estimate isn’t signed yet', 'CONFLICT');
  const document = documentOf(version);
  const { rules } = signedPriceOf(version);
  const change = viewDocumentChange(row, { estimate: estimate.number, rules, language: document.language });
  const text = canonical({
    estimate: { number: estimate.number, version: estimate.version, hash: acceptance.document_hash },
    number: changeNumber(estimate.number, row.position),
    company: document.company,
    customer: document.customer,
    validUntil: row.valid_until,
    note: change.note,
    added: signedPart(change.added),
    removed: signedPart(change.removed),
    addedCents: change.addedCents,
    removedCents: change.removedCents,
    netCents: change.netCents,
    totalCents: change.totalCents,
    termsHash: acceptance.terms_hash,
    language: document.language,
  });
  return { document, change, text, hash: sha256(text), estimateHash: acceptance.document_hash };
};

const signedPart = ({ lines, ...sums }: DocumentPart) => ({
  ...sums,
  lines: lines.map((line) => ({
    kind: line.kind,
    label: line.label,
    quantity: quantityInWords(line),
    unitCents: line.unitCents,
    totalCents: line.totalCents,
  })),
});
