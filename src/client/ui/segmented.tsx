import { type ReactNode, useId } from 'react';

interface SegmentedProps<Value extends string> {
  /** The group's name for screen readers. It isn't displayed. */
  label: string;
  /** Empty if nothing is chosen yet. */
  value: Value | '';
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[];
  /** The radio buttons' name, for forms that focus an invalid field. Default: a unique name. */
  name?: string;
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
  name: given,
  describedBy,
}: SegmentedProps<Value>) {
  const own = useId();
  const name = given ?? own;
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
