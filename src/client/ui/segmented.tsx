import { type ReactNode, useId } from 'react';

interface SegmentedProps<Value extends string> {
  /** The group's name for screen readers. It isn't displayed. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[];
  /** The ID of the element that explains why an option isn't available. */
  describedBy?: string;
}

/**
 * A choice between two or three values side by side in a form. The arrow keys change the value, as in any radio group.
 */
export function Segmented<Value extends string>({
  label,
  value,
  onChange,
  options,
  describedBy,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} aria-describedby={describedBy} className="seg">
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
