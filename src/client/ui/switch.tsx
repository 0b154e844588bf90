import type { ComponentProps, ReactNode } from 'react';

/** An on/off switch of 44 × 26 px in a row 44 px high, with a text label. */
export function Switch({ label, className, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) {
  return (
    <label className={`switchrow ${className ?? ''}`}>
      <input {...rest} type="checkbox" role="switch" aria-checked={rest.checked} className="switch" />
      <span>{label}</span>
    </label>
  );
}
