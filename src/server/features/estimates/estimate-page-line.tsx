import { type EstimateLine, unitInWords } from '#shared/features/pricing/line-view.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import type { Language } from '#shared/primitives/language.ts';

export const Money = ({ cents }: { cents: number }) => <span className="num">{formatCents(cents)}</span>;

export function LineWords({ line, language }: { line: EstimateLine; language: Language }) {
  const unit = unitInWords(line, language);
  return (
    <span className="what">
      <b>{line.label}</b>
      {unit !== undefined && (
        <>
          <br />
          <span className="muted">{unit}</span>
        </>
      )}
    </span>
  );
}
