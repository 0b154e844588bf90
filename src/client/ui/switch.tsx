import { type ComponentProps, type ReactNode, useId } from 'react';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  /** A description of the switch, shown below the label. Pressing it also toggles the switch. */
  hint?: ReactNode;
}

/** An on/off switch of 44 × 26 px with a text label, in a row that is at least 44 px high. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  const id = useId();
  const described = Boolean(hint);
  const names = described ? { 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-hint` } : {};
  return (
    <label className={`switchrow ${className ?? ''}`}>
      <input {...names} {...rest} type="checkbox" role="switch" aria-checked={rest.checked} className="switch" />
      {described ? (
        <span>
          <span id={`${id}-label`}>{label}</span>
          <span className="hint" id={`${id}-hint`}>
            {hint}
          </span>
        </span>
      ) : (
        <span>{label}</span>
      )}
    </label>
  );
}
