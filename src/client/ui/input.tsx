import type { ComponentProps } from 'react';
import { useFieldAria } from './field.tsx';

/** A line of text; 16 px, so that no phone zooms. `unit` stands inside on the right ('ft', 'per ft'). */
export function Input({ unit, className, ...rest }: ComponentProps<'input'> & { unit?: string }) {
  const input = <input {...useFieldAria()} {...rest} className={`input ${className ?? ''}`} />;
  return unit ? (
    <span className="unit">
      {input}
      <span>{unit}</span>
    </span>
  ) : (
    input
  );
}

/** Several lines of text. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...useFieldAria()} {...rest} className={`input ${className ?? ''}`} />;
}

/** The platform's own select: on a phone it is the best there is. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...useFieldAria()} {...rest} className={`input ${className ?? ''}`} />;
}
