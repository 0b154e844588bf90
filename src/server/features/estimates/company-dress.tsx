import type { ReactNode } from 'react';
import type { LogoSnapshot } from '#core/features/company/company.table.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import type { EstimatePageWords } from './words/index.ts';
import { Icon, ICONS } from './page-frame.tsx';

const HEX = /^#[0-9a-f]{6}$/;

/**
 * Returns CSS for the company's own button color, or '' if the company hasn't set a color or its plan doesn't include
 * one.
 */
export const brandCss = (brand: { fill: string; label: string } | null): string =>
  brand && HEX.test(brand.fill) && HEX.test(brand.label)
    ? `:root{--brand:${brand.fill};--brand-line:${brand.fill};--on-brand:${brand.label}}`
    : '';

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 2)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();

const phoneUrl = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** The company details shown to homeowners. */
export interface DressCompany {
  name: string;
  email: string;
  phone: string | null;
  address: string | null;
  postalAddress: string | null;
  logo?: LogoSnapshot | null;
}

interface CompanyHeadProps {
  company: DressCompany;
  words: Pick<EstimatePageWords, 'call' | 'callCompany'>;
  /** Shown before the company's phone link. */
  children?: ReactNode;
}

export function CompanyHead({ company, words, children }: CompanyHeadProps) {
  return (
    <header className="co">
      {company.logo ? (
        <img
          className="logo"
          src={`/logos/${company.logo.hash}.png`}
          width={company.logo.width}
          height={company.logo.height}
          alt=""
        />
      ) : (
        <span className="mark" aria-hidden="true">
          {initials(company.name)}
        </span>
      )}
      <div className="grow">
        <b>{company.name}</b>
        {company.address !== null && <p className="xs muted">{company.address}</p>}
      </div>
      {children}
      {company.phone !== null && (
        <a className="btn" href={phoneUrl(company.phone)} aria-label={words.callCompany({ company: company.name })}>
          <Icon d={ICONS.phone} /> {words.call}
        </a>
      )}
    </header>
  );
}

/** Renders the company's contact details, except details that the page header already shows. */
export function CompanyFoot({ company }: { company: DressCompany }) {
  const { address, postalAddress, phone, email } = company;
  return (
    <footer className="foot xs">
      {postalAddress !== null && postalAddress !== address && <span>{postalAddress}</span>}
      {phone !== null && (
        <a className="num" href={phoneUrl(phone)}>
          {formatPhone(phone)}
        </a>
      )}
      <a href={`mailto:${email}`}>{email}</a>
    </footer>
  );
}
