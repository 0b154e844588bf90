import { useEffect, useId, useRef } from 'react';
import type { MaterialView } from '#shared/features/pricing/pricing.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { FieldError } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';

/** What happens to the materials with a price of their own if the base price changes. */
export type Others = 'keep' | 'move';

interface OtherMaterialsProps {
  /** The materials with a premium. There's at least one. */
  materials: readonly MaterialView[];
  /** The saved and the typed base price, in cents per foot. */
  from: number;
  to: number;
  value: Others | null;
  /** Whether the contractor tried to save without an answer. */
  missing: boolean;
  onChange: (value: Others) => void;
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/**
 * Lists the other materials, asks whether they keep their price or move with a changed base price, and shows what they'd
 * cost.
 */
export function OtherMaterials({ materials, from, to, value, missing, onChange }: OtherMaterialsProps) {
  const id = useId();
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (missing) part.current?.querySelector('input')?.focus();
  }, [missing]);
  const prices = (base: number) =>
    list.format(materials.map(({ name, premiumCents }) => `${name} ${formatCents(base + premiumCents)}`));
  const effect = { keep: 'They stay as they are.', move: `Per foot: ${prices(to)}.` };
  return (
    <div ref={part} className="other-materials stack-s">
      <p className="font-semibold">And your other materials?</p>
      <p className="hint">Now, per foot: {prices(from)}.</p>
      <Segmented<'keep' | 'move'>
        label="Prices of your other materials"
        value={value ?? ''}
        onChange={onChange}
        options={[
          { value: 'keep', label: 'Keep their prices' },
          { value: 'move', label: 'Move with the base cost' },
        ]}
        describedBy={id}
      />
      <div id={id}>
        {missing ? (
          <FieldError>Choose whether your other materials keep their prices.</FieldError>
        ) : (
          value !== null && <p className="hint">{effect[value]}</p>
        )}
      </div>
    </div>
  );
}
