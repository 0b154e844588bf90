import { formatWeekday } from '#shared/features/estimates/cooling-off.rules.ts';
import { SIGNATURE_BOX } from '#shared/features/estimates/signature.rules.ts';
import { formatDateTime } from '#shared/primitives/local-date.ts';
import { zoneLabel } from '#shared/primitives/time-zone.ts';
import { Icon, ICONS } from './page-frame.tsx';
import type { Shown } from './shown-page.ts';

/** What was signed, and until when it can be canceled (C28, C29). */
export function Signature({ shown: { page } }: { shown: Shown }) {
  const { acceptance } = page.version;
  if (!acceptance) return null;
  const { right } = page;
  return (
    <section className="stack">
      <h2>Your signature</h2>
      {acceptance.mark_kind === 'drawn' ? (
        <svg
          className="strokes"
          viewBox={`0 0 ${SIGNATURE_BOX.width} ${SIGNATURE_BOX.height}`}
          role="img"
          aria-label={`Signature of ${acceptance.name}`}
        >
          <path d={acceptance.mark} />
        </svg>
      ) : (
        <p className="typed">{acceptance.mark}</p>
      )}
      <p className="sm muted">
        Signed electronically by {acceptance.name} on {formatDateTime(acceptance.at, right.zone)},{' '}
        {zoneLabel(right.zone)}.
      </p>
      <p className="sm">
        You may cancel until midnight of <b>{formatWeekday(right.until)}</b>. The notice of cancellation is at the end
        of the PDF.
      </p>
    </section>
  );
}

/** Terms as paragraphs; a line that begins with a number is a heading. */
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

export function SmallPrint({ shown: { page } }: { shown: Shown }) {
  const { document, right, state, version } = page;
  const cancel = `${right.statement}\n${version.acceptance ? 'You may cancel' : 'If you sign today, you may cancel'} until midnight of ${formatWeekday(right.until)}.`;
  const parts = [
    { title: 'Notes', text: document.notes, open: true },
    { title: 'Terms and conditions', text: document.chosen.terms, whileSigning: true },
    { title: 'Your right to cancel', text: state === 'open' || version.acceptance ? cancel : '' },
  ].filter(({ text }) => text.trim() !== '');
  return (
    <section className="terms">
      {parts.map(({ title, text, open, whileSigning }) => (
        // while one signs, the terms are in the panel: they are said once
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
