import { type ReactNode, useId, useState } from 'react';
import { pricedApart } from '#shared/features/pricing/keep-prices.rules.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { useCompanyId } from '../../lib/company.ts';
import { useForm } from '../../lib/form.ts';
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
import { OtherMaterials, type Others } from './other-materials.tsx';
import { refusedFields, useSaveBasePrices } from './use-save-pricing.ts';

const LABEL: Record<keyof BaseForm, string> = { base: 'Base cost per foot', gate: 'Gate price' };

/** The price for 100 ft with one gate, computed from the typed prices. */
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
  children: (typed: { basePriceCents: number; dirty: boolean; keeps: boolean }) => ReactNode;
}

/**
 * The two amounts that every price is computed from. Changing the base price to 0 requires a confirmation. `children`
 * is called with the typed base price in cents, with whether the save bar is visible (`dirty`), and with whether the
 * other materials keep their price (`keeps`). While the typed base price is invalid, `children` gets the saved price
 * instead. The result of `children` is rendered between the form and the save bar, which stays at the bottom of the page.
 */
export function BasePrices({ pricing, children }: BasePricesProps) {
  const id = useId();
  const stored = baseFormOf(pricing);
  const kept = useSettingsForm({ key: `pricing:${useCompanyId()}`, stored });
  const [asking, setAsking] = useState(false);
  const [chosen, setChosen] = useState<Others | null>(null);
  const [unanswered, setUnanswered] = useState(false);
  const typedBase = basePricesOf(kept.values)?.basePriceCents ?? pricing.basePriceCents;
  const others = typedBase === pricing.basePriceCents ? [] : pricedApart(pricing.materials);
  const keeps = others.length > 0 && chosen === 'keep';
  const forget = () => {
    setChosen(null);
    setUnanswered(false);
  };
  const { save, call } = useSaveBasePrices(pricing, kept, forget);
  const { form, field, errors, failure, working, clear } = useForm({
    values: kept.values,
    type: kept.type,
    rules: (values) => baseFaults(values, pricing.materials),
    settle: ({ base, gate }) => ({ base: settlePrice(base), gate: settlePrice(gate, true) }),
    submit: (values) => {
      const free = basePricesOf(values)?.basePriceCents === 0 && pricing.basePriceCents !== 0;
      if (others.length > 0 && chosen === null) setUnanswered(true);
      else if (free) setAsking(true);
      else save(values, keeps);
    },
    call,
    refusals: (problem) => refusedFields(problem, stored),
    checksEmpty: true,
  });
  const look = { className: 'num price-figure', autoComplete: 'off' };
  return (
    <>
      <form {...form} id={id} className="stack" aria-label="Prices">
        <FormProblem problem={failure} />
        {kept.newer.map((name) => (
          <NewerNote
            key={name}
            what={LABEL[name]}
            now={`$${stored[name]}`}
            onTake={() => kept.type({ [name]: stored[name] })}
          />
        ))}
        <div className="prices">
          <Field label={LABEL.base} error={errors['base']}>
            <Input {...field('base')} {...look} inputMode="decimal" unit="per ft" />
          </Field>
          <Field label={LABEL.gate} error={errors['gate']} hint="Whole dollars, once per gate">
            <Input {...field('gate')} {...look} inputMode="numeric" unit="each" />
          </Field>
          {others.length > 0 && (
            <OtherMaterials
              materials={others}
              from={pricing.basePriceCents}
              to={typedBase}
              value={chosen}
              missing={unanswered && chosen === null}
              onChange={setChosen}
            />
          )}
          <Example form={kept.values} />
        </div>
      </form>
      {children({ basePriceCents: typedBase, dirty: kept.dirty, keeps })}
      <SaveBar
        form={id}
        dirty={kept.dirty}
        what="the base cost and the gate price"
        changed={kept.unsaved.map((name) => LABEL[name])}
        label="Save pricing"
        saving={working}
        onDiscard={() => {
          kept.reset();
          clear();
          forget();
        }}
      />
      <Ask
        open={asking}
        title="Save a base cost of $0.00 per foot?"
        action="Save $0.00 per foot"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          save(kept.values, keeps);
        }}
      >
        The base cost is currently ${priceText(pricing.basePriceCents)}. At $0.00, homeowners pay only the material’s
        premium per foot, in your widget too.
      </Ask>
    </>
  );
}
