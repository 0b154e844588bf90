import { MAX_QUESTION, MAX_REASON } from '#shared/features/estimates/estimate-page.schema.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import { Icon, ICONS } from './page-frame.tsx';
import { isOver, pathOf, type RefusedForm, type Shown } from './shown-page.ts';

/** Renders a field's error. The element is also present while it's empty, so screen readers announce a new error. */
export const FieldError = ({ id, words }: { id: string; words: string | undefined }) => (
  <p id={id} className="error" aria-live="polite" data-error>
    {words}
  </p>
);

/**
 * Renders a hidden field with the form's language, which is used for errors. Renders nothing if the page and the
 * estimate are in English.
 */
export const FormLanguage = ({ shown: { page } }: { shown: Shown }) => {
  const { language } = page.document;
  const plain = language === DEFAULT_LANGUAGE && page.version.estimate.language === DEFAULT_LANGUAGE;
  return plain ? null : <input type="hidden" name="language" value={language} />;
};

/** Renders the error message for a rejected form, unless its fields show their own errors. */
export const FormProblem = ({ refused }: { refused: RefusedForm | null }) => (
  <p className="problem" role="alert" data-problem>
    {refused && Object.keys(refused.fields).length === 0 ? refused.message : ''}
  </p>
);

/**
 * Returns how the company will answer a question: by email, or by phone if the homeowner didn't give an email address.
 */
const answeredBy = ({ page, words: { ask } }: Shown): string => {
  const { company, customer } = page.document;
  if (customer.email === null) return ask.answerByPhone({ company: company.name });
  const said = { company: company.name, email: customer.email };
  return company.phone === null ? ask.answerAt(said) : ask.answerAtOrPhone(said);
};

export function AskPanel({ shown }: { shown: Shown }) {
  const { refused, asked, page, words } = shown;
  const { company } = page.document;
  const mine = refused?.form === 'ask' ? refused : null;
  const said = isOver(shown) ? words.ask.forNew : words.ask;
  if (asked)
    return (
      <section id="ask" className="panel open">
        <h2>{said.sent({ company: company.name })}</h2>
        <p role="status">{answeredBy(shown)}</p>
      </section>
    );
  const answers = page.answers && shown.script !== null && mine === null;
  const chat = answers && {
    'data-chat': page.document.estimateId,
    'data-company': company.name,
    'data-option': page.document.chosen.id,
  };
  return (
    <section id="ask" className={mine ? 'panel open' : 'panel'} aria-labelledby="ask-title" {...chat}>
      <h2 id="ask-title">{said.title({ company: company.name })}</h2>
      {answers && (
        <button className="btn" type="button" data-way hidden>
          <Icon d={ICONS.question} /> {words.ask.atOnce}
        </button>
      )}
      <form method="post" action={pathOf(shown, 'ask')} data-call="ask">
        <FormLanguage shown={shown} />
        <div className="field">
          <label htmlFor="question">{said.question}</label>
          <textarea
            id="question"
            name="question"
            rows={4}
            required
            maxLength={MAX_QUESTION}
            defaultValue={mine?.typed['question'] ?? (isOver(shown) ? words.ask.forNew.text : '')}
            aria-invalid={mine?.fields['question'] ? true : undefined}
            aria-describedby="question-error"
          />
          <FieldError id="question-error" words={mine?.fields['question']} />
        </div>
        <FormProblem refused={mine} />
        <button className="btn btn-strong" type="submit">
          {said.send}
        </button>
        <a className="btn btn-quiet" href="#estimate">
          {words.sign.back}
        </a>
      </form>
    </section>
  );
}

export function DeclinePanel({ shown }: { shown: Shown }) {
  const { refused, words } = shown;
  const mine = refused?.form === 'decline' ? refused : null;
  const said = shown.page.change ? words.change.decline : words.decline;
  return (
    <section id="decline" className={mine ? 'panel open' : 'panel'} aria-labelledby="decline-title">
      <h2 id="decline-title">{said.title}</h2>
      <form method="post" action={pathOf(shown, 'decline')} data-call="decline">
        <FormLanguage shown={shown} />
        <div className="field">
          <label htmlFor="reason">{said.why}</label>
          <textarea
            id="reason"
            name="reason"
            rows={3}
            maxLength={MAX_REASON}
            defaultValue={mine?.typed['reason'] ?? ''}
            aria-describedby="reason-error"
          />
          <FieldError id="reason-error" words={mine?.fields['reason']} />
        </div>
        <FormProblem refused={mine} />
        <button className="btn btn-danger" type="submit">
          {said.send}
        </button>
        <a className="btn btn-quiet" href="#estimate">
          {words.sign.back}
        </a>
      </form>
    </section>
  );
}
