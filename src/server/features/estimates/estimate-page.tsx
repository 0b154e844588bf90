import type { ReactNode } from 'react';
import { Stages } from './estimate-page-stages.tsx';
import { brandCss, CompanyFoot, CompanyHead } from './company-dress.tsx';
import { Acts, Dock } from './estimate-page-dock.tsx';
import { ChangeNote, ChangeSignatures, ChangeSignPanel, OpenChangeCosts } from './estimate-page-change.tsx';
import { AskPanel, DeclinePanel } from './estimate-page-answer.tsx';
import { AddOns, Headline, Lines, NextSteps, Options, Run } from './estimate-page-parts.tsx';
import { Signature, SmallPrint } from './estimate-page-small-print.tsx';
import { SignPanel } from './estimate-page-sign.tsx';
import { stateNote } from './estimate-page-words.ts';
import { Document, Icon, ICONS, Parts, renderDocument } from './page-frame.tsx';
import { LANGUAGE_NAME, type Language } from '#shared/primitives/language.ts';
import { discountIn, pathOf, queryOf, type Shown } from './shown-page.ts';

/**
 * Renders the homeowner's estimate as a complete HTML page. It doesn't load anything from other sites, and its forms
 * work without scripts. The script adds only the drawn signature, the conversation, and updates without a page load.
 */
export const renderEstimatePage = (shown: Shown, nonce: string): string => {
  const { document, state, change } = shown.page;
  const { words } = shown;
  const open = state === 'open';
  return renderDocument(
    <Document
      title={words.title({ company: document.company.name })}
      nonce={nonce}
      lang={words.lang}
      css={brandCss(shown.brand)}
      script={shown.script}
      {...(document.company.logo ? { icon: `/logos/${document.company.logo.hash}.png` } : {})}
    >
      <a className="skip" href="#estimate">
        {words.skip}
      </a>
      <CompanyHead company={document.company} words={words}>
        <LanguageSwitch shown={shown} />
      </CompanyHead>
      <div className="ho">
        <main className="ho-main" id="estimate">
          <StateNote shown={shown} />
          <ChangeNote shown={shown} />
          <OfferNote shown={shown} />
          <Headline shown={shown} />
          <Options shown={shown} />
          <Run shown={shown} />
          <Lines shown={shown} />
          <Stages shown={shown} />
          <AddOns shown={shown} />
          <OpenChangeCosts shown={shown} />
          <NextSteps shown={shown} />
          <Signature shown={shown} />
          <ChangeSignatures shown={shown} />
          <SmallPrint shown={shown} />
          <Acts shown={shown} />
          {open && <SignPanel shown={shown} />}
          {change && <ChangeSignPanel shown={shown} open={change} />}
          <AskPanel shown={shown} />
          {(open || change) && <DeclinePanel shown={shown} />}
        </main>
        <Dock shown={shown} />
      </div>
      <CompanyFoot company={document.company} />
    </Document>,
  );
};

/**
 * Renders a link to the page in the other language. Renders nothing for a signed estimate, which exists only in one
 * language (C28).
 */
function LanguageSwitch({ shown }: { shown: Shown }) {
  const { document, version } = shown.page;
  if (version.acceptance) return null;
  const other: Language = document.language === 'es' ? 'en' : 'es';
  return (
    <a
      className="switch sm"
      href={`${pathOf(shown)}${queryOf(shown, { language: other })}`}
      lang={other}
      hrefLang={other}
    >
      {LANGUAGE_NAME[other]}
    </a>
  );
}

function StateNote({ shown }: { shown: Shown }) {
  const note = stateNote(shown);
  if (note === null) return null;
  return (
    <p className={`note ${note.tone}`} role="status">
      <Icon d={ICONS[note.icon]} />
      <span>
        {note.words} <NewerLink shown={shown} />
      </span>
    </p>
  );
}

/** Renders a link to the newest version. Renders nothing on the newest version's own page. */
function NewerLink({ shown: { page, words } }: { shown: Shown }) {
  if (page.newerToken === null) return null;
  return <a href={pathOf({ token: page.newerToken })}>{words.state.openNewer}</a>;
}

/** Renders the discount that a follow-up message offered (C30). */
function OfferNote({ shown: { page, words } }: { shown: Shown }) {
  const { offer, company } = page.document;
  if (page.state !== 'open' || offer === null) return null;
  const until = { discount: discountIn(words, offer.discount), day: words.format.day(offer.endsOn) };
  return (
    <p className="note">
      <Icon d={ICONS.clock} />
      <span>
        <Parts of={words.offeredBy.parts<ReactNode>({ offer: <b>{words.offer(until)}</b>, company: company.name })} />
      </span>
    </p>
  );
}
