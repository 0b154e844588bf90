import type { ReactNode } from 'react';
import type { RightToCancel } from '#core/features/estimates/right-to-cancel.ts';
import { cancelForm } from '#shared/features/estimates/cooling-off.rules.ts';
import { MAX_SIGNER } from '#shared/features/estimates/estimate-page.schema.ts';
import { SIGN_CONSENTS, SIGNATURE_BOX } from '#shared/features/estimates/signature.rules.ts';
import { cancelNotice } from '#core/platform/us-data/index.ts';
import { FieldError, FormProblem, FormLanguage } from './estimate-page-answer.tsx';
import { Money } from './estimate-page-line.tsx';
import { Parts } from './page-frame.tsx';
import { Terms } from './estimate-page-small-print.tsx';
import type { EstimatePageWords } from './words/index.ts';
import { depositDue, pathOf, type RefusedForm, type Shown } from './shown-page.ts';

/** What a signature form is about. */
interface ToSign {
  title: string;
  /** What is signed, above the signature. */
  children: ReactNode;
  /** Hidden fields. */
  fields?: ReactNode;
  /** The hash of the text that is signed. */
  hash: string;
  right: RightToCancel;
  consent: string;
  button: string;
  below: string | null;
}

/**
 * Renders the signature fields and the right to cancel (C28, C29) below what is signed. The panel opens on request. Its
 * button stays at the bottom while the homeowner scrolls.
 */
export function SignForm({ shown, of }: { shown: Shown; of: ToSign }) {
  const { page, refused } = shown;
  const words = shown.words.sign;
  const mine = refused?.form === 'accept' ? refused : null;
  return (
    <section id="sign" className={mine ? 'panel open' : 'panel'} aria-labelledby="sign-title">
      <form method="post" action={pathOf(shown, 'accept')} data-call="accept">
        <FormLanguage shown={shown} />
        {of.fields}
        <input type="hidden" name="documentHash" value={of.hash} />
        <input type="hidden" name="signature" value="" />
        <h2 id="sign-title" tabIndex={-1}>
          {of.title}
        </h2>
        {of.children}
        <h3>{words.signature}</h3>
        <Mark refused={mine} name={page.document.customer.name} words={words} />
        <p className="statement">{of.right.statement}</p>
        <p className="sm">
          <Parts of={words.mayCancel.parts({ day: <b>{shown.words.format.weekday(of.right.until)}</b> })} />
        </p>
        <CancelForm shown={shown} right={of.right} />
        <div className="field">
          <label className="check">
            <input
              type="checkbox"
              name="agreed"
              value="yes"
              required
              aria-invalid={mine?.fields['agreed'] ? true : undefined}
              aria-describedby="agreed-error"
            />
            <span>{of.consent}</span>
          </label>
          <FieldError id="agreed-error" words={mine?.fields['agreed']} />
        </div>
        <a className="btn btn-quiet" href="#estimate">
          {words.back}
        </a>
        <div className="sign-foot">
          <FormProblem refused={mine} />
          <button className="btn btn-primary" type="submit">
            {of.button}
          </button>
          {of.below !== null && <p className="xs muted">{of.below}</p>}
        </div>
      </form>
    </section>
  );
}

/** Renders the full terms of an estimate with its signature fields. */
export function SignPanel({ shown }: { shown: Shown }) {
  const { page } = shown;
  const words = shown.words.sign;
  const { format, chosen: option } = shown.words;
  const { document, right, payment } = page;
  const { chosen } = document;
  return (
    <SignForm
      shown={shown}
      of={{
        title: words.title,
        fields: (
          <>
            <input type="hidden" name="optionId" value={chosen.id} />
            <input type="hidden" name="addOnIds" value={chosen.addOnIds.join(',')} />
          </>
        ),
        hash: page.hash,
        right,
        consent: SIGN_CONSENTS[document.language].text,
        button: words.accept({ amount: format.money(chosen.totalCents) }),
        below: payment.connected && depositDue(shown) > 0 ? words.depositNext : words.nothingCharged,
        children: (
          <>
            <p>
              {chosen.label !== null && <b>{option({ option: chosen.label })} </b>}
              <Parts
                of={
                  chosen.deposit.cents > 0
                    ? words.totalAndDeposit.parts({
                        total: <Money cents={chosen.totalCents} />,
                        deposit: <Money cents={chosen.deposit.cents} />,
                      })
                    : words.total.parts({ amount: <Money cents={chosen.totalCents} /> })
                }
              />
              {document.options.length > 1 && (
                <>
                  . <a href="#options">{words.otherOption}</a>
                </>
              )}
            </p>
            <section className="inline-terms" aria-label={words.terms}>
              <h3>{words.terms}</h3>
              <Terms text={chosen.terms} />
            </section>
          </>
        ),
      }}
    />
  );
}

interface MarkProps {
  refused: RefusedForm | null;
  name: string;
  words: EstimatePageWords['sign'];
}

/** Renders the signature fields: the name (prefilled from the estimate) and, if scripts are enabled, a drawing. */
function Mark({ refused, name, words }: MarkProps) {
  return (
    <>
      <div className="field">
        <label htmlFor="signer">{words.fullName}</label>
        <input
          id="signer"
          name="name"
          required
          maxLength={MAX_SIGNER}
          autoComplete="name"
          defaultValue={refused?.typed['name'] ?? name.slice(0, MAX_SIGNER)}
          aria-invalid={refused?.fields['name'] ? true : undefined}
          aria-describedby="signer-error"
        />
        <FieldError id="signer-error" words={refused?.fields['name']} />
      </div>
      <div className="field pad" hidden>
        <span id="pad-label">{words.draw}</span>
        <canvas width={SIGNATURE_BOX.width} height={SIGNATURE_BOX.height} role="img" aria-labelledby="pad-label" />
        <button type="button" className="btn" data-clear hidden>
          {words.clear}
        </button>
        <FieldError id="signature-error" words={refused?.fields['signature']} />
      </div>
    </>
  );
}

/**
 * Renders the federal cancellation form, so the homeowner can read it before signing. The signed PDF contains two
 * completed copies.
 */
function CancelForm({ shown: { page, words }, right }: { shown: Shown; right: RightToCancel }) {
  const { company, language } = page.document;
  const values = {
    businessDays: right.businessDays,
    transactionDate: words.sign.daySigned,
    deadline: words.format.weekday(right.until),
    company: company.name,
    address: [company.postalAddress ?? company.address, company.email].filter(Boolean).join(', '),
  };
  const [title = '', ...lines] = cancelForm(cancelNotice(language).form, values, language);
  return (
    <details className="notice">
      <summary>{title}</summary>
      {lines.slice(0, -2).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </details>
  );
}
