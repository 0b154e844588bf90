import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  label: string;
  tabs: readonly { value: Value; label: ReactNode; content: ReactNode }[];
  /** Class names for the row of tabs and for each panel, to set their padding. */
  listClassName?: string;
  panelClassName?: string;
}

/** Tabs that switch between panels. Hidden panels stay mounted, so that typed values are kept. */
export function Tabs<Value extends string>({
  value,
  onChange,
  label,
  tabs,
  listClassName,
  panelClassName,
}: TabsProps<Value>) {
  const choose = (next: string) => {
    const tab = tabs.find((one) => one.value === next);
    if (tab) onChange(tab.value);
  };
  return (
    <Radix.Root value={value} onValueChange={choose}>
      <Radix.List className={`tabs ${listClassName ?? ''}`} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          forceMount
          hidden={tab.value !== value}
          className={panelClassName}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
