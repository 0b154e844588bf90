import type { ComponentProps } from 'react';
import { useFieldAria } from './field.tsx';

/**
 * A single-line input. Its font size is 16 px, because phones zoom in on fields with a smaller font. `unit` appears
 * inside on the right ('ft', 'per ft').
 */
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

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...useFieldAria()} {...rest} className={`input ${className ?? ''}`} />;
}

/** The browser's native select, which works best on phones. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...useFieldAria()} {...rest} className={`input ${className ?? ''}`} />;
}
