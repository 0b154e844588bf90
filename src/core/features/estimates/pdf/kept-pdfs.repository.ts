import { DAY } from '#shared/primitives/durations.ts';
import type { CompanyTx } from '../../../platform/db/app.ts';
import { canonical, sha256 } from '../signed-document.ts';
import type { EstimateToPrint } from './estimate-pdf.ts';

/** Everything printed on a PDF, except the logo image, which the document only refers to. */
export type Print = Omit<EstimateToPrint, 'logo'>;

/**
 * The PDF layout's version. Increase it with every layout change. Otherwise, stored PDFs with the old layout are still
 * served.
 */
const DRAWING = 3;

/** The maximum number of PDFs stored per estimate. They differ by option, offer, notice and signature. */
const MOST_OF_ONE = 8;
const KEPT_FOR = 30 * DAY;

/**
 * Returns a hash of everything printed on a PDF. Because PDFs are looked up by this hash, an outdated PDF is never
 * served.
 */
export function printHash({ document, acceptance, right, note }: Print): string {
  // The lead's id isn't printed, and changes when a merge moves the estimate to another lead.
  const { leadId: _lead, ...shown } = document;
  const signature = acceptance && {
    name: acceptance.name,
    kind: acceptance.mark_kind,
    mark: acceptance.mark,
    consent: acceptance.consent_text,
    hash: acceptance.document_hash,
    at: acceptance.at.toISOString(),
  };
  // Before signing, the last day to cancel changes daily and isn't printed.
  const cancel = acceptance ? { ...right } : { statement: right.statement };
  return sha256(canonical({ drawing: DRAWING, document: shown, signature, cancel, note }));
}

export async function findKeptPdf(tx: CompanyTx, print: Print): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('estimate_pdfs')
    .select('content')
    .where('company_id', '=', print.document.companyId)
    .where('estimate_id', '=', print.document.estimateId)
    .where('hash', '=', printHash(print))
    .executeTakeFirst();
  return row?.content;
}

/**
 * Stores a PDF, and deletes PDFs that are too old or exceed the maximum. If two callers store the same PDF
 * concurrently, the PDF that was stored first is kept.
 */
export async function keepPdf(
  tx: CompanyTx,
  { document, ...print }: Print,
  { content, at }: { content: Buffer; at: Date },
): Promise<void> {
  const { companyId, estimateId } = document;
  await tx
    .deleteFrom('estimate_pdfs')
    .where('company_id', '=', companyId)
    .where('drawn_at', '<', new Date(at.getTime() - KEPT_FOR))
    .execute();
  await tx
    .insertInto('estimate_pdfs')
    .values({
      company_id: companyId,
      estimate_id: estimateId,
      hash: printHash({ document, ...print }),
      content,
      drawn_at: at,
    })
    .onConflict((conflict) => conflict.columns(['estimate_id', 'hash']).doNothing())
    .execute();
  await tx
    .deleteFrom('estimate_pdfs')
    .where('company_id', '=', companyId)
    .where('estimate_id', '=', estimateId)
    .where('hash', 'not in', (kept) =>
      kept
        .selectFrom('estimate_pdfs')
        .select('hash')
        .where('estimate_id', '=', estimateId)
        .orderBy('drawn_at', 'desc')
        .limit(MOST_OF_ONE),
    )
    .execute();
}
