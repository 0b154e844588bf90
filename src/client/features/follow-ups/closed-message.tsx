import { Pencil } from 'lucide-react';
import type { TagValues } from '#shared/features/follow-ups/tags.rules.ts';
import type { StepForm } from './follow-up-form.rules.ts';
import { useBody } from './message-editor.tsx';
import { TextMeasure } from './text-measure.tsx';

interface ClosedMessageProps {
  step: StepForm;
  index: number;
  /** 'Text 1' or 'Email 1'. */
  title: string;
  values: TagValues;
  longest: TagValues;
  companyName: string;
  asText: boolean;
  onOpen: () => void;
}

/** A message as a homeowner reads it; pressing it opens the editor. */
export function ClosedMessage({
  step,
  index,
  title,
  values,
  longest,
  companyName,
  asText,
  onOpen,
}: ClosedMessageProps) {
  const shown = { step, first: index === 0 && ('maybe' as const), companyName, asText };
  const body = useBody(shown, values);
  const measured = useBody(shown, longest);
  return (
    <div className="fu-closed">
      <button type="button" className="bubble fu-open" aria-expanded={false} onClick={onOpen}>
        <span className="sr-only">Edit message {index + 1}: </span>
        {body || 'Write a message'}
      </button>
      <p className="row xs muted">
        <Pencil className="i" aria-hidden /> {title}
        {asText && body !== '' && <TextMeasure body={measured} atMost />}
      </p>
    </div>
  );
}
