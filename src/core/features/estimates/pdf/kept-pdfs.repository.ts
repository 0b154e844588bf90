import { DAY } from '#shared/primitives/durations.ts';
import type { CompanyTx } from '../../../platform/db/app.ts';
import { canonical, sha256 } from '../signed-document.ts';
import type { EstimateToPrint } from './estimate-pdf.ts';

/** What is printed, but for the logo, of which the document names the picture. */
export type Print = Omit<EstimateToPrint, 'logo'>;

/** Counts how a PDF is drawn: raise it with every change of the drawing, so that no older one is handed out. */
const DRAWING = 1;

/** Kept of one estimate at most: its options, its offers, what was said of it, its signature. */
const MOST_OF_ONE = 8;
const KEPT_FOR = 30 * DAY;

/** Names a drawing by all that it shows, so that one that is kept is never out of date. */
export function printHash({ document, acceptance, right, note }: Print): string {
  // a merge gives an estimate to another lead, which no paper shows
  const { leadId: _lead, ...shown } = document;
  const signature = acceptance && {
    name: acceptance.name,
    kind: acceptance.mark_kind,
    mark: acceptance.mark,
    consent: acceptance.consent_text,
    hash: acceptance.document_hash,
    at: acceptance.at.toISOString(),
  };
  // before the signature the last day to cancel moves with the calendar and is not printed
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

/** Keeps a drawing, and lets go of what is too old or too much. Two at once: the first one stays. */
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
