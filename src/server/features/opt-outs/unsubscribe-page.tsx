import type { ReactNode } from 'react';
import type { Subscription } from '#core/features/opt-outs/unsubscribe.ts';
import { brandFill } from '#shared/features/widget/brand-fill.ts';
import { brandCss, CompanyFoot, CompanyHead } from '../estimates/company-dress.tsx';
import { Document, ProductHead, renderDocument, Stakes } from '../estimates/page-frame.tsx';
import type { Language } from '#shared/primitives/language.ts';
import { unsubscribeWords } from './words.ts';

type Shown = Pick<Subscription, 'company' | 'email' | 'language'>;

/** Renders a page about a company's emails, with that company's branding. */
const page = ({ company, language }: Shown, title: string, nonce: string, children: ReactNode): string => {
  const words = unsubscribeWords(language);
  return renderDocument(
    <Document
      title={title}
      nonce={nonce}
      lang={words.lang}
      css={brandCss(company.brandColor === null ? null : brandFill(company.brandColor))}
      {...(company.logo ? { icon: `/logos/${company.logo.hash}.png` } : {})}
    >
      <CompanyHead company={company} words={words} />
      <main className="lost">
        <h1>{title}</h1>
        {children}
      </main>
      <CompanyFoot company={company} />
    </Document>,
  );
};

/** Renders the page with the unsubscribe button. Showing it doesn't change anything. */
export const unsubscribePage = (shown: Shown, nonce: string): string => {
  const { company, email, language } = shown;
  const words = unsubscribeWords(language);
  return page(
    shown,
    words.unsubscribe,
    nonce,
    <>
      <p>
        {email === null
          ? words.question({ company: company.name })
          : words.questionTo({ company: company.name, email })}
      </p>
      <form method="post">
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        <button className="btn btn-primary" type="submit">
          {words.unsubscribe}
        </button>
        <a className="btn" href="?keep=yes">
          {words.keep}
        </a>
      </form>
    </>,
  );
};

/** Renders the page shown after 'Keep emails', which doesn't change anything. */
export const keptPage = (shown: Shown, nonce: string): string => {
  const words = unsubscribeWords(shown.language);
  return page(shown, words.kept, nonce, <p>{words.nothingChanged}</p>);
};

/**
 * Renders the page shown after unsubscribing. `undo` contains the URL and the signed token for resubscribing. It's null
 * if unsubscribing can't be undone.
 */
export const unsubscribedPage = (
  shown: Shown,
  undo: { action: string; proof: string } | null,
  nonce: string,
): string => {
  const { company, email, language } = shown;
  const words = unsubscribeWords(language);
  return page(
    shown,
    words.unsubscribed,
    nonce,
    <>
      <p>
        {email === null
          ? words.willStop({ company: company.name })
          : words.willStopTo({ company: company.name, email })}
      </p>
      {undo !== null && (
        <form method="post" action={undo.action}>
          <input type="hidden" name="proof" value={undo.proof} />
          <p className="sm muted">{words.mistake}</p>
          <button className="btn" type="submit">
            {words.undo}
          </button>
        </form>
      )}
    </>,
  );
};

export const resubscribedPage = (shown: Shown, nonce: string): string => {
  const words = unsubscribeWords(shown.language);
  return page(shown, words.resubscribed, nonce, <p>{words.willResume({ company: shown.company.name })}</p>);
};

export const cannotUndoPage = (shown: Shown, nonce: string): string => {
  const words = unsubscribeWords(shown.language);
  return page(
    shown,
    words.unsubscribed,
    nonce,
    <p>{words.tooLate({ company: shown.company.name, email: shown.company.email })}</p>,
  );
};

/** Renders the page for an unknown link. It doesn't show a company, because the company is unknown. */
export const noSubscriptionPage = (language: Language, productName: string, nonce: string): string => {
  const words = unsubscribeWords(language);
  return renderDocument(
    <Document title={words.noLink} nonce={nonce} lang={words.lang}>
      <ProductHead name={productName} />
      <main className="lost">
        <Stakes />
        <h1>{words.noLink}</h1>
        <p>{words.incomplete}</p>
      </main>
    </Document>,
  );
};
