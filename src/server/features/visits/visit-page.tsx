import { randomBytes } from 'node:crypto';
import type { Response } from 'express';
import type { ReactNode } from 'react';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { VisitPage } from '#core/features/visits/homeowner-visit.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import type { Language } from '#shared/primitives/language.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import { CompanyFoot, CompanyHead, type DressCompany } from '../estimates/company-dress.tsx';
import { Document, ProductHead, renderDocument, Stakes } from '../estimates/page-frame.tsx';
import { estimatePageWords } from '../estimates/words/index.ts';
import { type VisitPageWords, visitPageWords } from './words.ts';

const CSS = `
.visit{max-width:560px;margin:0 auto;padding:22px 16px 40px;display:grid;gap:18px;background:var(--surface)}
.visit h1{margin:0;font-size:1.5rem;line-height:1.25;font-weight:720}
.visit form{display:grid;gap:14px}
.visit .when{font-size:1.125rem;font-weight:650}
.days{display:grid}.days details{border-top:1px solid var(--line)}.days details:last-child{border-bottom:1px solid var(--line)}
.days summary{min-height:48px;display:flex;align-items:center;cursor:pointer;font-weight:600}
.times{display:grid;grid-template-columns:repeat(auto-fill,minmax(104px,1fr));gap:8px;padding:4px 0 14px}
.times label{display:flex;align-items:center;gap:8px;min-height:44px;padding:0 10px;border:1px solid var(--line-strong);border-radius:6px;cursor:pointer}
.times input{width:20px;height:20px;margin:0;flex:none;accent-color:var(--ink)}
.times label:has(:checked){border-color:var(--ink);box-shadow:inset 0 0 0 1px var(--ink)}
@media (min-width:768px){.visit{margin:32px auto;padding:32px 40px;border:1px solid var(--line);border-radius:10px}}
`;

/**
 * Sends a page that isn't cached, indexed, framed or sent as a referrer, because its URL is secret. It has no script, and
 * its forms post only to us.
 */
export function sendVisitPage(res: Response, status: number, render: (nonce: string) => string): void {
  const nonce = randomBytes(16).toString('base64');
  res
    .status(status)
    .type('html')
    .set({
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow',
      'Cache-Control': 'private, no-store',
    });
  res.send(render(nonce));
}

const dressOf = (company: CompanyRow): DressCompany => ({
  name: company.name,
  email: company.email,
  phone: company.phone,
  address: company.address,
  postalAddress: company.postal_address,
});

interface FrameProps {
  company: CompanyRow;
  language: Language;
  title: string;
  /** The page in the other language. */
  otherHref: string;
  nonce: string;
  children: ReactNode;
}

/** The layout of every page about visits, in the company's name, with a link to the other language. */
export const visitFrame = ({ company, language, title, otherHref, nonce, children }: FrameProps): string => {
  const words = visitPageWords(language);
  return renderDocument(
    <Document title={title} nonce={nonce} lang={words.lang} css={CSS}>
      <CompanyHead company={dressOf(company)} words={estimatePageWords(language)}>
        <a className="switch sm" href={otherHref} lang={language === 'en' ? 'es' : 'en'}>
          {words.other}
        </a>
      </CompanyHead>
      <main className="visit">{children}</main>
      <CompanyFoot company={dressOf(company)} />
    </Document>,
  );
};

interface TimesProps {
  slots: readonly string[];
  zone: string;
  words: VisitPageWords;
  /** The time that was chosen before, if the form is shown again. */
  chosen?: string | undefined;
  /** Whether pressing a time sends the form, because it asks for nothing else. */
  sends?: boolean;
}

/** The free times, one folded group for each day. The first day is open. */
export function VisitTimes({ slots, zone, words, chosen, sends = false }: TimesProps) {
  const timeOf = (startsAt: string) => words.format.time(new Date(startsAt), zone);
  const days = [...Map.groupBy(slots, (startsAt) => localDateOf(new Date(startsAt), zone))];
  return (
    <div className="days">
      {days.map(([date, times], index) => (
        <details key={date} open={chosen === undefined ? index === 0 : times.includes(chosen)}>
          <summary>{words.format.weekday(date)}</summary>
          <div className="times" role="group" aria-label={words.format.weekday(date)}>
            {times.map((startsAt) =>
              sends ? (
                <button key={startsAt} className="btn num" type="submit" name="startsAt" value={startsAt}>
                  {timeOf(startsAt)}
                </button>
              ) : (
                <label key={startsAt}>
                  {/* Not `required`: a browser can't point at a time of a folded day, and then does nothing. */}
                  <input type="radio" name="startsAt" value={startsAt} defaultChecked={startsAt === chosen} />
                  <span className="num">{timeOf(startsAt)}</span>
                </label>
              ),
            )}
          </div>
        </details>
      ))}
    </div>
  );
}

interface Shown {
  page: VisitPage;
  token: string;
  language: Language;
  now: Date;
  /** Why the last form was refused. */
  problem?: string | undefined;
}

export const contactOf = ({ phone, email }: Pick<CompanyRow, 'phone' | 'email'>, words: VisitPageWords): string =>
  phone === null ? words.write({ email }) : words.call({ phone: formatPhone(phone) });

/** Renders the homeowner's page for a visit, or for booking one with an estimate's link. */
export const renderVisitPage = ({ page, token, language, now, problem }: Shown, nonce: string): string => {
  const { company, visit, slots, canChange } = page;
  const words = visitPageWords(language);
  const zone = company.time_zone;
  const heading =
    visit === null
      ? words.bookHeading
      : visit.status === 'cancelled'
        ? words.cancelled
        : visit.status === 'booked' && visit.starts_at > now
          ? words.booked
          : words.over;
  const other = `?lang=${language === 'en' ? 'es' : 'en'}`;
  const isAhead = heading === words.booked;
  return visitFrame({
    company,
    language,
    title: words.title({ company: company.name }),
    otherHref: other,
    nonce,
    children: (
      <>
        <h1>{heading}</h1>
        {problem !== undefined && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        {visit !== null && (
          <p className="when">
            {words.until({
              from: words.format.moment(visit.starts_at, zone),
              minutes: Math.round((visit.ends_at.getTime() - visit.starts_at.getTime()) / MINUTE),
            })}
          </p>
        )}
        {isAhead && <p>{(page.hasAddress ? words.come : words.comeSomewhere)({ company: company.name })}</p>}
        {visit === null && (
          <p>
            {words.bookHint({ company: company.name })} {slots.length > 0 && words.pressTime}
          </p>
        )}
        {isAhead && !canChange && <p>{words.tooLate({ company: company.name })}</p>}
        {visit === null && slots.length === 0 && <p>{words.noTimes({ company: company.name })}</p>}
        {page.books && isAhead && canChange && (
          <p>
            <a className="btn" href={`${page.url}?lang=${language}`}>
              {words.change}
            </a>
          </p>
        )}
        {(slots.length > 0 || canChange) && !(page.books && visit !== null) && (
          <ChangeForms {...{ page, token, language, words }} />
        )}
        <p className="sm muted">
          {words.zone({ zone: words.format.zone(zone) })} {contactOf(company, words)}
        </p>
      </>
    ),
  });
};

function ChangeForms({
  page: { visit, slots, company, canChange },
  token,
  language,
  words,
}: Pick<Shown, 'page' | 'token' | 'language'> & { words: VisitPageWords }) {
  return (
    <>
      {slots.length > 0 && (
        <form method="post" action={`/api/visit/v1/${token}`}>
          <input type="hidden" name="language" value={language} />
          {visit !== null && <h2>{words.moveHeading}</h2>}
          <VisitTimes slots={slots} zone={company.time_zone} words={words} sends={visit === null} />
          {visit !== null && (
            <button className="btn" type="submit">
              {words.move}
            </button>
          )}
        </form>
      )}
      {canChange && visit !== null && (
        <form method="post" action={`/visit/${token}/cancel`}>
          <input type="hidden" name="language" value={language} />
          <button className="btn btn-danger" type="submit">
            {words.cancel}
          </button>
        </form>
      )}
    </>
  );
}

/** Renders the page for a link that is unknown, altered or revoked. It shows no company. */
export const renderNoVisitPage = (language: Language, productName: string, nonce: string): string => {
  const { lang, notFound } = visitPageWords(language);
  return renderDocument(
    <Document title={notFound.title} nonce={nonce} lang={lang}>
      <ProductHead name={productName} />
      <main className="lost">
        <Stakes />
        <h1>{notFound.title}</h1>
        <p>{notFound.next}</p>
      </main>
    </Document>,
  );
};
