import type { OpenChange } from '#core/features/agreements/read-page.ts';
import type { DocumentChange, DocumentPart } from '#core/features/estimates/document-changes.ts';
import { CHANGE_CONSENTS } from '#shared/features/estimates/signature.rules.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { LineWords, Money } from './estimate-page-line.tsx';
import { SignForm } from './estimate-page-sign.tsx';
import { Icon, ICONS, Parts } from './page-frame.tsx';
import { Terms } from './estimate-page-small-print.tsx';
import type { Shown } from './shown-page.ts';

/** Says that a change waits for the homeowner's signature, why the last one can't be signed, or that it's signed. */
export function ChangeNote({ shown: { page, words } }: { shown: Shown }) {
  if (page.changeOver !== null)
    return (
      <p className="note">
        <Icon d={ICONS.clock} />
        <span>{sentences(page.changeOver)}</span>
      </p>
    );
  if (page.change === null) return <SignedNote shown={{ page, words }} />;
  return (
    <p className="note" role="status">
      <Icon d={ICONS.pen} />
      <span>
        {words.change.waits({ company: page.document.company.name })} <a href="#change">{words.change.read}</a>
      </span>
    </p>
  );
}

/** Says that the newest change is signed, until the job is paid. */
function SignedNote({ shown: { page, words } }: { shown: Pick<Shown, 'page' | 'words'> }) {
  const { number, signature } = page.document.changes.at(-1) ?? {};
  if (!number || !signature || page.state === 'paid') return null;
  const { cancel, at } = signature;
  return (
    <p className="note good" role="status">
      <Icon d={ICONS.check} />
      <span>
        {words.change.youSigned({
          number,
          day: words.format.dayOf(new Date(at), cancel.zone),
          until: words.format.weekday(cancel.until),
        })}
      </span>
    </p>
  );
}

interface PartProps {
  shown: Shown;
  title: string;
  part: DocumentPart;
  sign: 1 | -1;
}

/** Renders what a change adds or takes off. Renders nothing if that's nothing. */
function Part({ shown, title, part: { lines, discountCents, taxLabel, taxCents }, sign }: PartProps) {
  const { words, page } = shown;
  if (lines.length === 0) return null;
  return (
    <>
      <div className="part">
        <h3>{title}</h3>
      </div>
      {lines.map((line, index) => (
        <div key={index}>
          <LineWords line={line} language={page.document.language} />
          <Money cents={sign * line.totalCents} />
        </div>
      ))}
      {discountCents !== 0 && (
        <div>
          <b className="what">{words.discountRow}</b>
          <Money cents={-sign * discountCents} />
        </div>
      )}
      {taxLabel !== null && (
        <div>
          <b className="what">{taxLabel}</b>
          <Money cents={sign * taxCents} />
        </div>
      )}
    </>
  );
}

/** Renders the change to sign: what is added, what is taken off, the new total, and what is left to pay then. */
export function OpenChangeCosts({ shown }: { shown: Shown }) {
  const { page, words } = shown;
  if (page.change === null) return null;
  const { change, validUntil, leftCents } = page.change;
  const { company } = page.document;
  return (
    <section className="stack" id="change" aria-labelledby="change-title">
      <h2 id="change-title">{words.change.short}</h2>
      <p className="muted">
        <span className="num">{words.change.title({ number: change.number })}</span>.{' '}
        {words.change.validThrough({ day: words.format.day(validUntil) })}
      </p>
      {change.note !== '' && <Terms text={change.note} />}
      <ChangeSums shown={shown} change={change} />
      <div className="sum">
        <div className="left">
          <span>{leftCents < 0 ? words.change.thenOwed({ company: company.name }) : words.change.thenLeft}</span>
          <Money cents={Math.abs(leftCents)} />
        </div>
      </div>
    </section>
  );
}

const ChangeSums = ({ shown, change }: { shown: Shown; change: DocumentChange }) => {
  const { change: words } = shown.words;
  return (
    <div className="sum">
      <Part shown={shown} title={words.added} part={change.added} sign={1} />
      <Part shown={shown} title={words.removed} part={change.removed} sign={-1} />
      <div>
        <b className="what">{words.net}</b>
        <Money cents={change.netCents} />
      </div>
      <div className="total">
        <span>{words.newTotal}</span>
        <Money cents={change.totalCents} />
      </div>
    </div>
  );
};

/** Renders the signature fields of the change that waits for them. */
export function ChangeSignPanel({ shown, open }: { shown: Shown; open: OpenChange }) {
  const { words, page } = shown;
  const { sign } = words.change;
  return (
    <SignForm
      shown={shown}
      of={{
        title: sign.title,
        hash: open.hash,
        right: open.right,
        consent: CHANGE_CONSENTS[page.document.language].text,
        button: sign.accept({ amount: words.format.money(open.change.totalCents) }),
        below: words.sign.nothingCharged,
        children: (
          <>
            <p>
              <Parts of={sign.intro.parts({ total: <Money cents={open.change.totalCents} /> })} />
            </p>
            <ChangeSums shown={shown} change={open.change} />
          </>
        ),
      }}
    />
  );
}

/** Renders who signed each change that was signed. */
export function ChangeSignatures({ shown: { page, words } }: { shown: Shown }) {
  return page.document.changes.map(({ id, number, signature }) =>
    signature ? (
      <p className="sm muted" key={id}>
        {words.change.signed({
          number,
          name: signature.name,
          moment: words.format.moment(new Date(signature.at), signature.cancel.zone),
          zone: words.format.zone(signature.cancel.zone),
        })}
      </p>
    ) : null,
  );
}
