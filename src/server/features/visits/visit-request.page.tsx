import type { VisitRequestPage } from '#core/features/visits/request-visit.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import type { Language } from '#shared/primitives/language.ts';
import { contactOf, visitFrame, VisitTimes } from './visit-page.tsx';
import { visitPageWords } from './words.ts';

interface Shown {
  page: VisitRequestPage;
  language: Language;
  /** Identifies the request if the form is sent twice. */
  idempotencyKey: string;
  /** The refused form: what was typed, and what's wrong with it. */
  refused?: { typed: Readonly<Record<string, string>>; message: string; fields: FieldErrors } | undefined;
}

const other = (language: Language): string => `?lang=${language === 'en' ? 'es' : 'en'}`;

/** Renders the hosted form that asks for a visit. It works without a script. */
export const renderVisitRequest = ({ page, language, idempotencyKey, refused }: Shown, nonce: string): string => {
  const { company, slots, ticket } = page;
  const words = visitPageWords(language);
  const zone = company.time_zone;
  const { typed = {}, fields = {}, message } = refused ?? {};
  const field = (name: string, label: string, more: { type?: string; autoComplete: string; optional?: boolean }) => (
    <div className="field">
      <label htmlFor={name}>{more.optional ? words.optional({ label }) : label}</label>
      <input
        id={name}
        name={name}
        type={more.type ?? 'text'}
        autoComplete={more.autoComplete}
        required={!more.optional}
        defaultValue={typed[name] ?? ''}
        aria-invalid={fields[name] ? true : undefined}
        aria-describedby={`${name}-error`}
      />
      <p id={`${name}-error`} className="error">
        {fields[name]}
      </p>
    </div>
  );
  return visitFrame({
    company,
    language,
    title: words.title({ company: company.name }),
    otherHref: other(language),
    nonce,
    children: (
      <>
        <h1>{words.bookHeading}</h1>
        <p>{words.bookHint({ company: company.name })}</p>
        {message !== undefined && (
          <p className="problem" role="alert">
            {message}
          </p>
        )}
        {slots.length === 0 ? (
          <p>{words.noTimes({ company: company.name })}</p>
        ) : (
          <form method="post">
            <input type="hidden" name="language" value={language} />
            <input type="hidden" name="ticket" value={ticket} />
            <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
            <input name="website" type="text" tabIndex={-1} autoComplete="off" aria-hidden="true" hidden />
            <VisitTimes slots={slots} zone={zone} words={words} chosen={typed['startsAt']} />
            <h2>{words.details}</h2>
            {field('name', words.name, { autoComplete: 'name' })}
            {field('email', words.email, { type: 'email', autoComplete: 'email' })}
            {field('phone', words.phone, { type: 'tel', autoComplete: 'tel', optional: true })}
            {field('address', words.address, { autoComplete: 'street-address' })}
            {field('zip', words.zip, { autoComplete: 'postal-code', optional: true })}
            <button className="btn btn-primary" type="submit">
              {words.book}
            </button>
          </form>
        )}
        <p className="sm muted">
          {words.zone({ zone: words.format.zone(zone) })} {contactOf(company, words)}
        </p>
      </>
    ),
  });
};

/** Renders the page after a request that the contractor has to look at first. */
export const renderVisitReceived = ({ page, language }: Pick<Shown, 'page' | 'language'>, nonce: string): string => {
  const words = visitPageWords(language);
  const { company } = page;
  return visitFrame({
    company,
    language,
    title: words.title({ company: company.name }),
    otherHref: other(language),
    nonce,
    children: (
      <>
        <h1>{words.received}</h1>
        <p>{words.receivedNext({ company: company.name })}</p>
        <p className="sm muted">{contactOf(company, words)}</p>
      </>
    ),
  });
};
