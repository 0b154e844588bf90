import type { ComponentProps, ReactNode } from 'react';

/** An on/off switch of 44 × 26 px with a text label, in a row that is 44 px high. */
export function Switch({ label, className, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) {
  return (
    <label className={`switchrow ${className ?? ''}`}>
      <input {...rest} type="checkbox" role="switch" aria-checked={rest.checked} className="switch" />
      <span>{label}</span>
    </label>
  );
}
