import { useId } from 'react';
import { LOST_REASONS } from '#shared/features/leads/lost-reasons.ts';
import './lead-form.css';

const capital = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;

interface ReasonProps {
  reason: string;
  onChange: (reason: string) => void;
}

/** A choice of common reasons for losing a lead. The field below it accepts other reasons too. */
export function UsualReasons({ reason, onChange }: ReasonProps) {
  const id = useId();
  return (
    <div className="field" role="radiogroup" aria-labelledby={id}>
      <span className="label" id={id}>
        Reason <span className="muted font-normal">(optional)</span>
      </span>
      <div className="reasons">
        {LOST_REASONS.map((usual) => (
          <label key={usual}>
            <input type="radio" name={id} checked={reason === usual} onChange={() => onChange(usual)} />
            {capital(usual)}
          </label>
        ))}
      </div>
    </div>
  );
}
