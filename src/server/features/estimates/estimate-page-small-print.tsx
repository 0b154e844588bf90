import { SIGNATURE_BOX } from '#shared/features/estimates/signature.rules.ts';
import { Icon, ICONS, Parts } from './page-frame.tsx';
import type { Shown } from './shown-page.ts';

/** Renders the signature and the last day to cancel (C28, C29). */
export function Signature({ shown: { page, words } }: { shown: Shown }) {
  const { acceptance } = page.version;
  if (!acceptance) return null;
  const { right } = page;
  const { signed, format } = words;
  return (
    <section className="stack">
      <h2>{words.sign.signature}</h2>
      {acceptance.mark_kind === 'drawn' ? (
        <svg
          className="strokes"
          viewBox={`0 0 ${SIGNATURE_BOX.width} ${SIGNATURE_BOX.height}`}
          role="img"
          aria-label={signed.markOf({ name: acceptance.name })}
        >
          <path d={acceptance.mark} />
        </svg>
      ) : (
        <p className="typed">{acceptance.mark}</p>
      )}
      <p className="sm muted">
        {signed.by({
          name: acceptance.name,
          moment: format.moment(acceptance.at, right.zone),
          zone: format.zone(right.zone),
        })}
      </p>
      <p className="sm">
        <Parts of={signed.mayCancel.parts({ day: <b>{format.weekday(right.until)}</b> })} /> {signed.noticeInPdf}
      </p>
    </section>
  );
}

/** Renders the terms as paragraphs. A line that begins with a number, such as '1. ', is styled as a heading. */
export const Terms = ({ text }: { text: string }) => (
  <>
    {text.split('\n').map((line, index) =>
      line.trim() === '' ? null : (
        <p key={index} className={/^\d+\.\s/.test(line) ? 'term' : undefined}>
          {line}
        </p>
      ),
    )}
  </>
);

export function SmallPrint({ shown: { page, words } }: { shown: Shown }) {
  const { document, right, state, version } = page;
  const mayCancel = version.acceptance ? words.signed.mayCancel : words.sign.mayCancel;
  const cancel = `${right.statement}\n${mayCancel({ day: words.format.weekday(right.until) })}`;
  const parts = [
    { title: words.notes, text: document.notes, open: true },
    { title: words.sign.terms, text: document.chosen.terms, whileSigning: true },
    { title: words.rightToCancel, text: state === 'open' || version.acceptance ? cancel : '' },
  ].filter(({ text }) => text.trim() !== '');
  return (
    <section className="terms">
      {parts.map(({ title, text, open, whileSigning }) => (
        // hidden while the homeowner signs, because the signing panel already shows the terms
        <details key={title} open={open} className={whileSigning ? 'agreed-to' : undefined}>
          <summary>
            <h2>{title}</h2>
            <Icon d={ICONS.down} />
          </summary>
          <Terms text={text} />
        </details>
      ))}
    </section>
  );
}
