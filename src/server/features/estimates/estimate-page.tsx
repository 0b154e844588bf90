import { discountWords } from '#shared/features/estimates/offer-price.rules.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import { brandCss, CompanyFoot, CompanyHead } from './company-dress.tsx';
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
      <CompanyFoot company={document.company} />
    </Document>,
  );
};

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
