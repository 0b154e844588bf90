import { discountWords } from '#shared/features/estimates/offer-price.rules.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import { Acts, Dock } from './estimate-page-dock.tsx';
import { AskPanel, DeclinePanel } from './estimate-page-answer.tsx';
import { Headline, Lines, NextSteps, Options, Run } from './estimate-page-parts.tsx';
import { Signature, SmallPrint } from './estimate-page-small-print.tsx';
import { SignPanel } from './estimate-page-sign.tsx';
import { stateNote } from './estimate-page-words.ts';
import { Document, Icon, ICONS, renderDocument } from './page-frame.tsx';
import type { Shown } from './shown-page.ts';

/**
 * The homeowner's estimate as a whole page of HTML, of the one view of its version. Nothing comes from elsewhere;
 * its forms work without script, which only draws the signature and spares the reload.
 */
export const renderEstimatePage = (shown: Shown, nonce: string): string => {
  const { document, state } = shown.page;
  const open = state === 'open';
  return renderDocument(
    <Document
      title={`Your fence estimate from ${document.company.name}`}
      nonce={nonce}
      css={brandCss(shown.brand)}
      script={shown.script}
      {...(document.company.logo ? { icon: `/logos/${document.company.logo.hash}.png` } : {})}
    >
      <a className="skip" href="#estimate">
        Skip to the estimate
      </a>
      <CompanyHead company={document.company} />
      <div className="ho">
        <main className="ho-main" id="estimate">
          <StateNote shown={shown} />
          <OfferNote shown={shown} />
          <Headline shown={shown} />
          <Options shown={shown} />
          <Run shown={shown} />
          <Lines shown={shown} />
          <NextSteps shown={shown} />
          <Signature shown={shown} />
          <SmallPrint shown={shown} />
          <Acts shown={shown} />
          {open && <SignPanel shown={shown} />}
          <AskPanel shown={shown} />
          {open && <DeclinePanel shown={shown} />}
        </main>
        <Dock shown={shown} />
      </div>
      <Foot company={document.company} />
    </Document>,
  );
};

const HEX = /^#[0-9a-f]{6}$/;

const brandCss = (brand: Shown['brand']): string =>
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

type Company = Shown['page']['document']['company'];

function CompanyHead({ company }: { company: Company }) {
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
      {company.phone !== null && (
        <a className="btn" href={`tel:${company.phone.replace(/[^\d+]/g, '')}`} aria-label={`Call ${company.name}`}>
          <Icon d={ICONS.phone} /> Call
        </a>
      )}
    </header>
  );
}

function StateNote({ shown }: { shown: Shown }) {
  const note = stateNote(shown);
  if (note === null) return null;
  return (
    <p className={`note ${note.tone}`} role="status">
      <Icon d={ICONS[note.icon]} />
      <span>{note.words}</span>
    </p>
  );
}

/** What a message promised (C30). */
function OfferNote({ shown: { page } }: { shown: Shown }) {
  const { offer, company } = page.document;
  if (page.state !== 'open' || offer === null) return null;
  return (
    <p className="note">
      <Icon d={ICONS.clock} />
      <span>
        <b>
          {discountWords(offer.discount)} until {formatDate(offer.endsOn)}
        </b>
        , offered by {company.name}. The price below includes it.
      </span>
    </p>
  );
}

function Foot({ company }: { company: Company }) {
  return (
    <footer className="foot xs">
      {[company.name, company.postalAddress].filter(Boolean).join(' · ')}
      {company.phone !== null && (
        <>
          {' · '}
          <span className="num">{formatPhone(company.phone)}</span>
        </>
      )}
      {` · ${company.email}`}
    </footer>
  );
}
