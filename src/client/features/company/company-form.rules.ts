import type { CompanyView } from '#shared/features/company/company.schema.ts';
import { contractorIdOf } from '#shared/features/company/contractor-id.rules.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import type { SenderView } from '../estimates/estimate-paper.tsx';

/** The fields of the Company section in the Admin tab, as typed. */
export type CompanyForm = Record<'name' | 'email' | 'phone' | 'address' | 'postalAddress' | 'timeZone', string>;

export const FIELD_LABEL: Record<keyof CompanyForm, string> = {
  name: 'Company name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  postalAddress: 'Postal address',
  timeZone: 'Time zone',
};

/** Returns the labels of changed fields. An address that's also the postal address counts once. */
export const changedLabels = (
  { address, postalAddress }: CompanyForm,
  changed: readonly (keyof CompanyForm)[],
): string[] =>
  changed
    .filter((name) => name !== 'postalAddress' || address !== postalAddress || !changed.includes('address'))
    .map((name) => FIELD_LABEL[name]);

/** Converts the stored company to form values. */
export const companyFormOf = (company: CompanyView): CompanyForm => ({
  name: company.name,
  email: company.email,
  phone: company.phone === null ? '' : formatPhone(company.phone),
  address: company.address ?? '',
  postalAddress: company.postalAddress ?? '',
  timeZone: company.timeZone,
});

/**
 * Returns the changed fields and, in `was`, their stored values. The server rejects the update if a value in `was` is
 * outdated.
 */
export const changesOf = (typed: CompanyForm, company: CompanyView) => {
  const stored = companyFormOf(company);
  const names = (Object.keys(typed) as (keyof CompanyForm)[]).filter((name) => typed[name] !== stored[name]);
  return {
    ...Object.fromEntries(names.map((name) => [name, typed[name]])),
    was: Object.fromEntries(names.map((name) => [name, company[name]])),
  };
};

/** Returns the contractor id for a new company name, or undefined if the id doesn't change. */
export const nextContractorId = (name: string, company: CompanyView): string | undefined => {
  if (name.trim() === '' || name.trim() === company.name) return undefined;
  const next = contractorIdOf(name);
  return next === company.contractorId ? undefined : next;
};

/** Sample values for missing details (spec, section 3), used only in previews. */
export const SAMPLE_COMPANY = {
  name: 'Your Fence Company',
  email: 'office@your-company.example',
  phone: '(555) 555-0123',
  address: '12 Main St, Your Town',
};

/** Returns the sender details as typed, with sample values for missing ones, and the list of missing details. */
export const previewSender = (
  typed: CompanyForm,
  logoUrl: string | null,
): { sender: SenderView; samples: string[] } => {
  const names = Object.keys(SAMPLE_COMPANY) as (keyof typeof SAMPLE_COMPANY)[];
  const missing = names.filter((name) => typed[name].trim() === '');
  const shown = Object.fromEntries(names.map((name) => [name, typed[name].trim() || SAMPLE_COMPANY[name]]));
  return {
    sender: { ...SAMPLE_COMPANY, ...shown, logoUrl },
    samples: missing.map((name) => FIELD_LABEL[name].toLowerCase()),
  };
};
