import { type Offer, offerFaults, OFFER_DAYS } from '#shared/features/estimates/offer-price.rules.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { parseDollars } from '#shared/primitives/cents.ts';

/** An offer as typed. `value` is a percentage or dollars. */
export interface OfferForm {
  kind: 'percent' | 'amount';
  value: string;
  days: string;
}

/** The form for a new offer. The contractor types its value. */
export const NEW_OFFER: OfferForm = { kind: 'percent', value: '', days: String(OFFER_DAYS) };

export const offerFormOf = (offer: Offer | null): OfferForm | null => {
  if (offer === null) return null;
  const days = String(offer.days);
  return 'percent' in offer
    ? { kind: 'percent', value: String(offer.percent), days }
    : { kind: 'amount', value: (offer.amountCents / 100).toFixed(2).replace(/\.00$/, ''), days };
};

const percentOf = (text: string): number => {
  const trimmed = text.trim().replace(/\s*%$/, '');
  return /^\d{1,3}(?:\.\d{1,2})?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
};

const daysOf = (text: string): number => (/^\d{1,4}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN);

/** Returns the typed offer. An invalid number is NaN. */
export const offerOfForm = (form: OfferForm | null): Offer | null => {
  if (form === null) return null;
  const days = daysOf(form.days);
  return form.kind === 'percent'
    ? { percent: percentOf(form.value), days }
    : { amountCents: parseDollars(form.value) ?? Number.NaN, days };
};

/** Returns the offer's errors by path, such as 'offer.value' for the path 'offer'. The wording matches the server's. */
export const offerFormFaults = (form: OfferForm | null, path: string): FieldErrors => {
  const offer = offerOfForm(form);
  if (offer === null) return {};
  return offerErrorsOnScreen(
    Object.fromEntries(Object.entries(offerFaults(offer)).map(([field, words]) => [`${path}.${field}`, words])),
  );
};

/** Maps the server's error paths to the form's: 'offer.percent' becomes 'offer.value'. */
export const offerErrorsOnScreen = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([path, words]) => [
      path.replace(/\boffer\.(?:percent|amountCents)$/, 'offer.value'),
      words,
    ]),
  );

/** Returns the typed offer, or null if there's none or it's invalid. */
export const validOffer = (form: OfferForm | null): Offer | null =>
  Object.keys(offerFormFaults(form, 'offer')).length === 0 ? offerOfForm(form) : null;

export const isSameOfferForm = (a: OfferForm | null, b: OfferForm | null): boolean =>
  a === null || b === null ? a === b : a.kind === b.kind && a.value === b.value && a.days === b.days;

/** Returns an offer that was stored when the session ended. Null if there was none, or if it isn't valid. */
export const readKeptOffer = (kept: unknown): OfferForm | null => {
  if (typeof kept !== 'object' || kept === null) return null;
  const { kind, value, days } = kept as Record<string, unknown>;
  return (kind === 'percent' || kind === 'amount') && typeof value === 'string' && typeof days === 'string'
    ? { kind, value, days }
    : null;
};
