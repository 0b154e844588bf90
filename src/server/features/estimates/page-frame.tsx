import { createElement, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MARK, STAKES } from '../../http/page-look.ts';
import type { EstimatePageWords } from './words/index.ts';
import { ESTIMATE_PAGE_CSS } from './estimate-page.css.ts';

/**
 * Props for the HTML document that contains a page. The content security policy allows its style element by `nonce`.
 */
interface Frame {
  title: string;
  nonce: string;
  /** Language code, such as 'en'. */
  lang: string;
  children: ReactNode;
  css?: string;
  /** URL of the favicon. Default: the product's favicon. */
  icon?: string;
  /** URL of our own script, which runs after the page is parsed. */
  script?: string | null;
  /** A URL that the page redirects to immediately. */
  refresh?: string;
}

export function Document({
  title,
  nonce,
  lang,
  css = '',
  icon = '/favicon.svg',
  script = null,
  refresh,
  children,
}: Frame) {
  return (
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <title>{title}</title>
        <link rel="icon" href={icon} />
        {refresh !== undefined && <meta httpEquiv="refresh" content={`0;url=${refresh}`} />}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: ESTIMATE_PAGE_CSS + css }} />
        {script !== null && <script src={script} defer />}
      </head>
      <body>{children}</body>
    </html>
  );
}

/** Renders a phrase that has elements as values: `<Parts of={words.due.parts({ amount: <Money cents={1} /> })} />`. */
export const Parts = ({ of }: { of: readonly ReactNode[] }) => createElement(Fragment, null, ...of);

export const renderDocument = (page: ReactNode): string => `<!doctype html>${renderToStaticMarkup(page)}`;

/** Renders the illustration for empty pages: stakes and a string line. */
export const Stakes = () => (
  <svg className="stakes" viewBox="0 0 246 44" width={246} height={44} aria-hidden="true">
    {STAKES.map((path) => (
      <path key={path.d} {...path} />
    ))}
  </svg>
);

/** Renders the product's logo and name, for pages that can't show a company. */
export const ProductHead = ({ name }: { name: string }) => (
  <header className="co">
    <a className="brand" href="/">
      <svg viewBox="0 0 28 28" aria-hidden="true">
        <path d={MARK} />
      </svg>
      {name}
    </a>
  </header>
);

/**
 * Renders the page for an invalid link. Unknown, altered and revoked links look the same, except that the page says if
 * the homeowner was erased.
 */
export const renderNoEstimatePage = (
  { lang, notFound, erased }: EstimatePageWords,
  { productName, isErased }: { productName: string; isErased: boolean },
  nonce: string,
): string => {
  const { title, next, steps } = isErased ? erased : notFound;
  return renderDocument(
    <Document title={title} nonce={nonce} lang={lang}>
      <ProductHead name={productName} />
      <main className="lost">
        <Stakes />
        <h1>{title}</h1>
        <p>{next}</p>
        <ol className="line">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="sm muted home">
          <Parts
            of={notFound.home.parts<ReactNode>({ link: <a href="/">{notFound.goTo({ product: productName })}</a> })}
          />
        </p>
      </main>
    </Document>,
  );
};

/** Renders the page for a PDF that can't be drawn right now. `path` is the estimate's page, and `pdf` the PDF's own URL. */
export const renderPdfLaterPage = (
  { lang, pdfLater }: EstimatePageWords,
  { path, pdf }: { path: string; pdf: string },
  nonce: string,
): string =>
  renderDocument(
    <Document title={pdfLater.title} nonce={nonce} lang={lang}>
      <main className="lost">
        <Stakes />
        <h1>{pdfLater.title}</h1>
        <p>{pdfLater.next}</p>
        <p>
          <a className="btn btn-primary" href={pdf}>
            {pdfLater.again}
          </a>{' '}
          <a className="btn" href={path}>
            {pdfLater.back}
          </a>
        </p>
      </main>
    </Document>,
  );

/**
 * Renders a page that redirects to the payment page, even without scripts. A form can't redirect to the payment page
 * directly, because the content security policy (form-action) forbids that.
 */
export const renderGoPage = ({ lang, toPayment }: EstimatePageWords, url: string, nonce: string): string =>
  renderDocument(
    <Document title={toPayment.title} nonce={nonce} lang={lang} refresh={url}>
      <main className="lost">
        <h1>{toPayment.title}</h1>
        <p>
          <a className="btn btn-primary" href={url}>
            {toPayment.next}
          </a>
        </p>
      </main>
    </Document>,
  );

export function Icon({ d }: { d: string }) {
  return (
    <svg
      className="i"
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={d} />
    </svg>
  );
}
/** SVG paths of Lucide icons. */
export const ICONS = {
  phone:
    'M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384',
  calendar: 'M8 2v4M16 2v4M3 10h18M5 4h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  mail: 'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zm18 2-8.991 5.727a2 2 0 0 1-2.009 0L2 7',
  down: 'm6 9 6 6 6-6',
  check: 'M20 6 9 17l-5-5',
  pen: 'M13 21h8M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z',
  question: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM9.09 9a3 3 0 0 1 5.83 1c0 2-3 3-3 3M12 17h.01',
  download: 'M12 15V3M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5',
  x: 'M18 6 6 18M6 6l12 12',
  undo: 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11',
  warning: 'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01',
  layers:
    'M12.83 2.18a2 2 0 0 0-1.66 0L2.6 6.08a1 1 0 0 0 0 1.83l8.58 3.91a2 2 0 0 0 1.66 0l8.58-3.9a1 1 0 0 0 0-1.83zM2 12l9.17 4.17a2 2 0 0 0 1.66 0L22 12M2 17l9.17 4.17a2 2 0 0 0 1.66 0L22 17',
  clock: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM12 6v6l4 2',
};
