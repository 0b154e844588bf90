import type { EstimateLine } from '#shared/features/pricing/line-view.ts';
import { countedLines, unitInWords } from '#shared/features/pricing/line-view.ts';
import { formatCents } from '#shared/primitives/cents.ts';

/** The lines of an estimate that was sent or signed, folded. Add-ons are there if they were ticked. */
export default function EventLines({ lines }: { lines: readonly EstimateLine[] }) {
  const counted = countedLines(lines);
  return (
    <details className="event-lines">
      <summary>{counted.length === 1 ? '1 line' : `${counted.length} lines`}</summary>
      <ul>
        {counted.map((line, index) => (
          <li key={index}>
            <span className="grow wrap-anywhere">
              {line.label} <span className="muted num">{unitInWords(line)}</span>
            </span>
            <span className="num">{formatCents(line.totalCents)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
