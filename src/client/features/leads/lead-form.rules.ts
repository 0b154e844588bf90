import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { sourceLabel, sourceNamed } from '#shared/features/leads/source.rules.ts';
import { parseFeet } from '#shared/primitives/feet.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';

/** The form values as typed. They're strings, so that incomplete input is kept. */
export type LeadForm = Record<
  | 'name'
  | 'email'
  | 'phone'
  | 'consent'
  | 'address'
  | 'city'
  | 'zip'
  | 'perimeter'
  | 'gateCount'
  | 'materialId'
  | 'language'
  | 'source'
  | 'notes',
  string
>;

export const BLANK: LeadForm = {
  name: '',
  email: '',
  phone: '',
  consent: '',
  address: '',
  city: '',
  zip: '',
  perimeter: '',
  gateCount: '',
  materialId: '',
  language: 'en',
  source: '',
  notes: '',
};

const PLACE = /^(?:(.*), )?([^,]+, [A-Z]{2})(?: (\d{5}))?$/s;

/**
 * Splits '118 Larkmeadow Ct, Boise, ID 83702' into its parts. If there's no city at the end, the whole string is the
 * street.
 */
export const splitAddress = (text: string): Pick<LeadForm, 'address' | 'city' | 'zip'> => {
  const [, address, city, zip] = PLACE.exec(text) ?? [];
  return city === undefined ? { address: text, city: '', zip: '' } : { address: address ?? '', city, zip: zip ?? '' };
};

/** Joins the parts into one line. The ZIP is added only if there's a city. */
export const joinAddress = ({ address, city, zip }: Pick<LeadForm, 'address' | 'city' | 'zip'>): string =>
  [address.trim(), [city.trim(), city.trim() && zip.trim()].filter(Boolean).join(' ')].filter(Boolean).join(', ');

/** Returns an existing lead's form values. */
export const formOf = (lead: LeadView): LeadForm => {
  const place = splitAddress(lead.address ?? '');
  return {
    ...place,
    name: lead.name,
    email: lead.email ?? '',
    phone: lead.phone ? formatPhone(lead.phone) : '',
    consent: '',
    zip: lead.zip ?? place.zip,
    perimeter: lead.perimeter === null ? '' : String(lead.perimeter),
    gateCount: String(lead.gateCount),
    materialId: lead.materialId ?? '',
    language: lead.language,
    source: sourceLabel(lead.source),
    notes: lead.notes,
  };
};

const feetOf = (text: string): number | undefined => (text.trim() === '' ? undefined : (parseFeet(text) ?? Number.NaN));
const gatesOf = (text: string): number => {
  const plain = text.trim();
  return plain === '' ? 0 : /^\d+$/.test(plain) ? Number(plain) : Number.NaN;
};

/**
 * Returns the input for a new lead. It isn't validated here, because the server's schema validates it. An empty string
 * counts as missing.
 */
export const createInputOf = (form: LeadForm) => ({
  name: form.name,
  email: form.email,
  phone: form.phone,
  address: joinAddress(form),
  zip: form.zip,
  perimeter: feetOf(form.perimeter),
  materialId: form.materialId,
  gateCount: gatesOf(form.gateCount),
  language: form.language === 'es' ? ('es' as const) : ('en' as const),
  source: sourceNamed(form.source),
  notes: form.notes,
  smsConsent: form.consent === '' ? undefined : { method: form.consent },
});

/**
 * Returns only the fields that differ from the stored ones, so that an update doesn't overwrite changes made by others.
 * Null clears a field.
 */
export const updateInputOf = (form: LeadForm, stored: LeadForm) => {
  const { smsConsent, ...now } = createInputOf(form);
  const before = createInputOf(stored);
  const changed = <T>(value: T, was: T) => (value === was ? undefined : (value ?? null));
  return {
    name: changed(now.name, before.name) ?? undefined,
    email: changed(now.email, before.email),
    phone: changed(now.phone, before.phone),
    address: changed(now.address, before.address),
    zip: changed(now.zip, before.zip),
    perimeter: changed(now.perimeter, before.perimeter),
    materialId: changed(now.materialId, before.materialId),
    gateCount: changed(now.gateCount, before.gateCount) ?? undefined,
    language: changed(now.language, before.language) ?? undefined,
    source: changed(now.source, before.source) ?? undefined,
    notes: changed(now.notes, before.notes) ?? undefined,
    smsConsent,
  };
};

const digits = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-10);

/** Whether two strings are the same phone number, regardless of format. */
export const samePhone = (one: string, other: string): boolean => digits(one) === digits(other);

/** Each field's name, as used within a sentence. */
export const FIELD_WORD: Record<keyof LeadForm, string> = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  consent: 'consent',
  address: 'street address',
  city: 'city',
  zip: 'ZIP',
  perimeter: 'perimeter',
  gateCount: 'gates',
  materialId: 'material',
  language: 'language',
  source: 'source',
  notes: 'notes',
};
