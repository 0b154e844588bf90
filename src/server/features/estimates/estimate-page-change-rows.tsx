import type { DocumentChange } from '#core/features/estimates/document-changes.ts';
import { Money } from './estimate-page-line.tsx';
import type { Shown } from './shown-page.ts';

/** Renders the changes that count as rows below the signed total, and the total with them. */
export function ChangeRows({ shown: { page, words } }: { shown: Shown }) {
  const { changes, jobCents } = page.document;
  if (changes.length === 0) return null;
  return (
    <>
      {changes.map((change) => (
        <div key={change.id}>
          <span className="what">
            <b>{words.change.title({ number: change.number })}</b>
            <br />
            <span className="muted">{labelsOf(change)}</span>
          </span>
          <Money cents={change.netCents} />
        </div>
      ))}
      <div className="total">
        <span>{words.change.counts}</span>
        <Money cents={jobCents} />
      </div>
    </>
  );
}

/** Names what comes and goes, such as '+ Double gate, − Walk gate'. */
const labelsOf = ({ added, removed }: DocumentChange): string =>
  [...added.lines.map(({ label }) => `+ ${label}`), ...removed.lines.map(({ label }) => `− ${label}`)].join(', ');
