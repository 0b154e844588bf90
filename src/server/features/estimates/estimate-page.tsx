import type { ReactNode } from 'react';
import { type Language, LANGUAGE_NAME } from '#shared/primitives/language.ts';
import { shownStages, type StageNow } from '#shared/features/payments/payment-plan.rules.ts';
import { dueInWords, stageLabel } from '#shared/features/payments/stage-words.ts';
import { brandCss, CompanyFoot, CompanyHead } from './company-dress.tsx';
import { Acts, Dock } from './estimate-page-dock.tsx';
import { ChangeNote, ChangeSignatures, ChangeSignPanel, OpenChangeCosts } from './estimate-page-change.tsx';
import { AskPanel, DeclinePanel } from './estimate-page-answer.tsx';
import { AddOns, Headline, Lines, NextSteps, Options, Run } from './estimate-page-parts.tsx';
import { Signature, SmallPrint } from './estimate-page-small-print.tsx';
import { SignPanel } from './estimate-page-sign.tsx';
import { stateNote } from './estimate-page-words.ts';
import { Document, Icon, ICONS, Parts, renderDocument } from './page-frame.tsx';
import { discountIn, isOver, pathOf, queryOf, type Shown } from './shown-page.ts';
import { Money } from './estimate-page-line.tsx';

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

/** Renders the payment plan: what is due when, and what of it is paid. Nothing for a deposit and the rest. */
function Stages({ shown }: { shown: Shown }) {
  const { document, stages } = shown.page;
  const { words } = shown;
  if (!document.hasPlan || isOver(shown)) return null;
  return (
    <section className="sum" id="payments" aria-labelledby="payments-title">
      <h2 id="payments-title">{words.stages.title}</h2>
      {shownStages(stages).map((stage, index) => (
        <div key={index}>
          <span className="what">
            <b>{stageLabel(stage.label, document.language)}</b>
            <br />
            <span className={stage.status === 'due' ? undefined : 'muted'}>{stateOf(stage, shown)}</span>
          </span>
          <Money cents={stage.cents} />
        </div>
      ))}
    </section>
  );
}

/** Says when a stage is due, or that it's paid, such as 'Due now · $100.00 of it is paid'. */
const stateOf = (stage: StageNow, { words, page }: Shown): string => {
  const { status, due, paidCents } = stage;
  if (status === 'paid') return words.stages.paid;
  const state =
    status === 'due' ? words.stages.due : words.stages.later({ when: dueInWords(due, page.document.language) });
  return paidCents > 0 ? `${state} · ${words.stages.paidOf({ paid: words.format.money(paidCents) })}` : state;
};
