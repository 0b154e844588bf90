import { type ReactNode, useId } from 'react';
import { Switch } from '../../ui/switch.tsx';

interface FeatureSwitchProps {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
  children: ReactNode;
}

/** A switch with a sentence that describes its current effect. */
export function FeatureSwitch({ label, checked, onChange, children }: FeatureSwitchProps) {
  const id = useId();
  return (
    <div className="feature">
      <Switch
        label={label}
        checked={checked}
        aria-describedby={id}
        onChange={(event) => onChange(event.target.checked)}
      />
      <p className="hint" id={id}>
        {children}
      </p>
    </div>
  );
}
