import { type ReactNode, type SyntheticEvent, useId, useRef, useState } from 'react';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { useCompanyId } from '../../lib/company.ts';
import { useSettingsForm } from '../../lib/settings-form.ts';
import { Ask } from '../../ui/ask.tsx';
import { FenceRun } from '../../ui/fence-run.tsx';
import { Field } from '../../ui/field.tsx';
import { Dimension } from '../../ui/figures.tsx';
import { Input } from '../../ui/input.tsx';
import { NewerNote } from '../../ui/newer-note.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { FormProblem } from '../auth/form-problem.tsx';
import {
  baseFaults,
  type BaseForm,
  baseFormOf,
  basePricesOf,
  examplePrice,
  priceText,
  settlePrice,
} from './pricing-form.rules.ts';
import { useSaveBasePrices } from './use-save-pricing.ts';

const LABEL: Record<keyof BaseForm, string> = { base: 'Base cost per foot', gate: 'Gate price' };

/** What a hundred feet with a gate cost by the prices that are typed. */
function Example({ form }: { form: BaseForm }) {
  const price = examplePrice(form);
  return (
    <div className="price-example">
      <div className="price-drawing">
        <FenceRun perimeter={100} gates={1} material="6ft Wood Picket" width={460} height={98} />
        <Dimension small>100 ft</Dimension>
      </div>
      <p>
        A 100 ft fence with one gate: <b className="num">{price ?? 'no price yet'}</b>
      </p>
    </div>
  );
}

interface BasePricesProps {
  pricing: PricingView;
  children: (basePriceCents: number) => ReactNode;
}

/**
 * The two figures that every price is calculated from. A base price of 0 is asked about before it is saved. `children`
 * get the base price in cents as it is typed, the saved one while what is typed is none; they are shown between the form
 * and its save bar, which keeps to the foot of the page.
 */
export function BasePrices({ pricing, children }: BasePricesProps) {
  const id = useId();
  const stored = baseFormOf(pricing);
  const form = useSettingsForm({ key: `pricing:${useCompanyId()}`, stored });
  const element = useRef<HTMLFormElement>(null);
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState(false);
  const save = useSaveBasePrices(pricing, form);
  const faults = baseFaults(form.values, pricing.materials);
  const errors: FieldErrors = {
    ...save.refused,
    ...Object.fromEntries(Object.entries(faults).filter(([name]) => watched.has(name))),
  };

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const settled = { base: settlePrice(form.values.base), gate: settlePrice(form.values.gate, true) };
    form.type(settled);
    setWatched(new Set(['base', 'gate']));
    const wrong = Object.keys(baseFaults(settled, pricing.materials))[0];
    const prices = basePricesOf(settled);
    if (wrong || !prices) element.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    else if (prices.basePriceCents === 0 && pricing.basePriceCents !== 0) setAsking(true);
    else save.save(settled);
  };
  const bind = (name: keyof BaseForm) => ({
    name,
    value: form.values[name],
    className: 'num price-figure',
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => {
      save.clear();
      form.type({ [name]: event.target.value });
    },
    onBlur: () => {
      setWatched(new Set([...watched, name]));
      form.type({ [name]: settlePrice(form.values[name], name === 'gate') });
    },
  });
  return (
    <>
      <form ref={element} id={id} className="stack" noValidate onSubmit={submit} aria-label="Prices">
        <FormProblem problem={save.problem} />
        {form.newer.map((name) => (
          <NewerNote
            key={name}
            what={LABEL[name]}
            now={`$${stored[name]}`}
            onTake={() => form.type({ [name]: stored[name] })}
          />
        ))}
        <div className="prices">
          <Field label={LABEL.base} error={errors['base']}>
            <Input {...bind('base')} inputMode="decimal" unit="per ft" />
          </Field>
          <Field label={LABEL.gate} error={errors['gate']} hint="Whole dollars. Added once per gate.">
            <Input {...bind('gate')} inputMode="numeric" unit="each" />
          </Field>
          <Example form={form.values} />
        </div>
      </form>
      {children(basePricesOf(form.values)?.basePriceCents ?? pricing.basePriceCents)}
      <SaveBar
        form={id}
        dirty={form.dirty}
        what="the base cost and the gate price"
        label="Save pricing"
        saving={save.saving}
        onDiscard={() => {
          form.reset();
          save.clear();
          setWatched(new Set());
        }}
      />
      <Ask
        open={asking}
        title="Save a base cost of $0.00 per foot?"
        action="Save $0.00 per foot"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          save.save(form.values);
        }}
      >
        It is ${priceText(pricing.basePriceCents)} now. At $0.00, each foot costs only its material’s premium, in your
        widget too.
      </Ask>
    </>
  );
}
