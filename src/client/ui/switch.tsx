import type { ComponentProps, ReactNode } from 'react';

/** An on/off switch, 44 × 26 in a row of 44, with its label in words. */
export function Switch({ label, className, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) {
  return (
    <label className={`switchrow ${className ?? ''}`}>
      <input {...rest} type="checkbox" role="switch" aria-checked={rest.checked} className="switch" />
      <span>{label}</span>
    </label>
  );
}
