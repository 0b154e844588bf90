import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { balanceOf } from '#shared/features/balances/balance.rules.ts';
import { shownStages } from '#shared/features/payments/payment-plan.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import type { Language } from '#shared/primitives/language.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { LineFull } from '../../platform/fair-line.ts';
import { findLogoContent } from '../company/logo.ts';
import { documentOf } from '../estimates/estimate-document.ts';
import { getCompany } from '../estimates/estimates.repository.ts';
import type { InvoicePayment, InvoiceToPrint } from '../estimates/pdf/invoice-pdf.ts';
import { drawPdf } from '../estimates/pdf/pdf-drawer.ts';
import { getVersion } from '../estimates/read-version.ts';
import { stagesOf } from '../estimates/stages-of.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import { type PaidPayment, readPaymentState } from './payment-state.ts';

interface Wanted {
  companyId: CompanyId;
  estimateId: EstimateId;
  /** The language that the homeowner switched to. Defaults to the signed one. */
  language?: Language | undefined;
  at: Date;
}

/**
 * Returns a signed estimate's invoice with the payments so far, and makes it if there's none yet. Its number is the
 * company's next one, and stays. Undefined if the estimate isn't signed. Throws NOT_FOUND.
 */
export async function readInvoice(tx: CompanyTx, wanted: Wanted): Promise<InvoiceToPrint | undefined> {
  const { companyId, estimateId: id, language, at } = wanted;
  const version = await getVersion(tx, { companyId, id, at });
  const { acceptance, estimate } = version;
  if (!acceptance) return undefined;
  const { number, createdAt } = await ensureInvoice(tx, wanted, estimate.lead_id);
  const document = documentOf(version, undefined, language ?? acceptance.language);
  const { time_zone: zone } = await getCompany(tx, companyId);
  const state = await readPaymentState(tx, { companyId, estimateId: id });
  const { logo } = document.company;
  return {
    document,
    number: `INV-${number}`,
    date: localDateOf(createdAt, zone),
    payments: state.payments.toReversed().flatMap((payment) => entriesOf(payment, zone)),
    stages: document.hasPlan ? shownStages(stagesOf({ version, document, money: state.money, at })) : [],
    balanceCents: balanceOf({ totalCents: document.jobCents, paidCents: state.paidCents }),
    logo: logo ? await findLogoContent(tx, logo.hash) : undefined,
  };
}

const entriesOf = ({ paidAt, method, reference, amountCents, refundedCents, status }: PaidPayment, zone: string) => {
  const entry = { day: localDateOf(paidAt, zone), method, reference };
  const back: number = status === 'dispute_lost' ? amountCents : refundedCents;
  const entries: InvoicePayment[] = [{ ...entry, cents: amountCents }];
  if (back > 0) entries.push({ ...entry, cents: -back });
  return entries;
};

/** Returns the estimate's invoice. The lead's lock keeps it from being made twice, the counter's from leaving a gap. */
async function ensureInvoice(
  tx: CompanyTx,
  { companyId, estimateId, at }: Wanted,
  leadId: Parameters<typeof lockLeadOrThrow>[2],
): Promise<{ number: number; createdAt: Date }> {
  const find = () =>
    tx
      .selectFrom('invoices')
      .select(['number', 'created_at as createdAt'])
      .where('company_id', '=', companyId)
      .where('estimate_id', '=', estimateId)
      .executeTakeFirst();
  const known = await find();
  if (known) return known;
  await lockLeadOrThrow(tx, companyId, leadId);
  const made = await find();
  if (made) return made;
  const { last_number: number } = await tx
    .insertInto('invoice_counters')
    .values({ company_id: companyId, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet({ last_number: sql`invoice_counters.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('invoices')
    .values({ company_id: companyId, estimate_id: estimateId, number, created_at: at })
    .execute();
  return { number, createdAt: at };
}

const PATIENCE = 15 * SECOND;
const LOOK_EVERY = SECOND / 4;

/**
 * Draws an invoice. If too many PDFs of the company are waiting, waits for a place in the line. Throws
 * PROVIDER_UNAVAILABLE (`drawPdf`).
 */
export async function drawInvoice(print: InvoiceToPrint): Promise<Buffer> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    try {
      return await drawPdf(print.document.companyId, { kind: 'invoice', print });
    } catch (error) {
      const isFull = error instanceof AppError && error.cause instanceof LineFull;
      if (!isFull || performance.now() > end) throw error;
      await wait(LOOK_EVERY);
    }
  }
}

/** The file's name, such as 'INV-12.pdf'. */
export const invoiceFile = ({ number }: Pick<InvoiceToPrint, 'number'>): string => `${number}.pdf`;
