import { createHash } from 'node:crypto';
import { shownStages } from '#shared/features/payments/payment-plan.rules.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import type { DocumentOption, EstimateDocument } from './estimate-document.ts';
import { countedLines, quantityInWords } from '#shared/features/pricing/line-view.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Formats a value as JSON with sorted keys. Equal values give equal strings. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
};

/**
 * Returns the document that a homeowner signs, in canonical form (C29). It contains the parties, the dates, the notes,
 * the filled-in terms and the chosen option. The option's lines, discount, total, deposit and balance are included. The
 * signature's hash is computed from this string. Adding fields later doesn't affect earlier hashes, because each
 * signature stores its own document.
 */
export const canonicalDocument = (document: EstimateDocument): string => {
  const { chosen } = document;
  return canonical({
    number: document.number,
    version: document.version,
    company: document.company,
    customer: document.customer,
    date: document.date,
    validUntil: document.validUntil,
    notes: document.notes,
    option: {
      label: chosen.label,
      perimeter: chosen.perimeter,
      gateCount: chosen.gateCount,
      materialType: chosen.materialType,
      lines: signedLines(chosen, document.language),
    },
    // Documents without an offer omit it, because their hash must be the same as before offers were added.
    offer: document.offer ? { ...document.offer.discount, endsOn: document.offer.endsOn } : undefined,
    subtotalCents: chosen.subtotalCents,
    discountCents: chosen.discountCents,
    // Missing where nothing is taxed or ticked, so that a plain estimate's document stays as it was.
    taxCents: chosen.taxLabel === null ? undefined : chosen.taxCents,
    addOnIds: chosen.addOnIds.length === 0 ? undefined : chosen.addOnIds,
    totalCents: chosen.totalCents,
    depositCents: chosen.deposit.cents,
    balanceCents: chosen.balanceCents,
    // Missing for a deposit and the rest, which the two amounts say.
    stages: document.hasPlan ? shownStages(chosen.stages) : undefined,
    terms: chosen.terms,
    // English documents omit the language field, because their hash must be the same as before other languages were
    // added.
    language: document.language === DEFAULT_LANGUAGE ? undefined : document.language,
  });
};

/**
 * Returns the lines that the signature covers, which are those that count. Versions sent before lines were stored keep
 * the form that lines had then, so that their hash stays the same.
 */
const signedLines = ({ lines, linesFromPrices }: DocumentOption, language: Language) =>
  countedLines(lines).map((line) => {
    const { label, quantity, unit, unitCents, totalCents, kind, addOn } = line;
    return linesFromPrices
      ? { label, quantity: quantityInWords(line, language), unitCents, amountCents: totalCents }
      : { label, quantity, unit, unitCents, totalCents, kind, addOn };
  });

export const documentHash = (document: EstimateDocument): string => sha256(canonicalDocument(document));
