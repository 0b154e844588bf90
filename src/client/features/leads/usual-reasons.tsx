import { LOST_REASONS } from '#shared/features/leads/lost-reasons.ts';
import { Button } from '../../ui/button.tsx';
import './lead-form.css';

const capital = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;

interface ReasonProps {
  reason: string;
  onChange: (reason: string) => void;
}

/** Buttons that fill in common reasons for losing a lead. The field beside them accepts other reasons too. */
export const UsualReasons = ({ reason, onChange }: ReasonProps) => (
  <div className="row reasons flex-wrap gap-2" role="group" aria-label="Common reasons">
    {LOST_REASONS.map((usual) => (
      <Button key={usual} aria-pressed={reason === usual} onClick={() => onChange(reason === usual ? '' : usual)}>
        {capital(usual)}
      </Button>
    ))}
  </div>
);
