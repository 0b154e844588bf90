import { useState } from 'react';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { parseDollars } from '#shared/primitives/cents.ts';
import { useForm } from '../../lib/form.ts';
import { Link, navigate } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { baseFaults, priceText, settleValid, usualPriceFault } from '../pricing/pricing-form.rules.ts';
import { tabAddress } from '../dashboard/tabs.ts';
import { FormProblem } from '../auth/form-problem.tsx';
import { LoadProblem } from '../crm/load-problem.tsx';

/** The three answers as typed, in dollars. */
type SetUp = { materialId: string; base: string; gate: string };

/**
 * The first set-up of prices: the usual fence, its price per foot and the price of a gate. The base cost becomes what
 * makes the usual fence cost that much, and all other materials move with it. Then the first estimate can be made.
 */
export default function SetPrices() {
  const pricing = trpc.pricing.get.useQuery();
  if (!pricing.data) return <LoadProblem what="your prices" query={pricing} />;
  return <Questions pricing={pricing.data} />;
}

function Questions({ pricing }: { pricing: PricingView }) {
  const utils = trpc.useUtils();
  const { materials, basePriceCents, gatePriceCents } = pricing;
  const materialOf = (id: string) => materials.find((one) => one.id === id);
  const premiumOf = (id: string): number => materialOf(id)?.premiumCents ?? 0;
  const savedPrice = (id: string): string => priceText(basePriceCents + premiumOf(id));
  const [values, setValues] = useState<SetUp>(() => {
    const materialId = materials[0]?.id ?? '';
    return {
      materialId,
      base: savedPrice(materialId),
      gate: priceText(gatePriceCents, true),
    };
  });
  const type = (change: Partial<SetUp>) => setValues((now) => ({ ...now, ...change }));
  /** The base cost at which the usual fence costs what was typed. */
  const baseText = ({ base, materialId }: SetUp): string => {
    const perFoot = parseDollars(base);
    return perFoot === undefined ? base : priceText(perFoot - premiumOf(materialId));
  };
  const update = trpc.pricing.updateBase.useMutation({
    onSuccess: (saved) => {
      utils.pricing.get.setData(undefined, saved);
      utils.company.checklist.setData(undefined, (now) => now && { ...now, prices: true });
      toast.done('Prices saved', { detail: 'Now make your first estimate' });
      navigate(`${tabAddress('leads')}&dialog=add`);
    },
    onError: () => void utils.pricing.get.invalidate(),
    onSettled: () => utils.company.checklist.invalidate(),
  });
  const { form, field, errors, failure, working, change } = useForm<SetUp>({
    values,
    type,
    rules: ({ materialId, base, gate }) => {
      const price = usualPriceFault(base, materialOf(materialId), materials);
      const { gate: wrongGate } = baseFaults({ base: '0', gate }, []);
      return { ...(price && { base: price }), ...(wrongGate && { gate: wrongGate }) };
    },
    settle: (typed) => ({ ...typed, base: settleValid(typed.base), gate: settleValid(typed.gate, true) }),
    submit: (typed) => {
      const [base, gate] = [parseDollars(baseText(typed)), parseDollars(typed.gate)];
      if (base !== undefined && gate !== undefined)
        update.mutate({ basePriceCents: base, gatePriceCents: gate, was: { basePriceCents, gatePriceCents } });
    },
    call: update,
    refusals: ({ fields }) => ({
      ...(fields['basePriceCents'] && { base: fields['basePriceCents'] }),
      ...(fields['gatePriceCents'] && { gate: fields['gatePriceCents'] }),
    }),
    checksEmpty: true,
  });
  return (
    <form {...form} className="set-prices" aria-label="Your prices">
      <FormProblem problem={failure} />
      <Field label="Your usual fence">
        <Select
          name="materialId"
          autoFocus
          value={values.materialId}
          onChange={({ target }) => {
            type({ materialId: target.value });
            // A price that the contractor typed is theirs, whichever fence they choose after it.
            if (values.base === savedPrice(values.materialId)) change('base', savedPrice(target.value));
          }}
        >
          {materials.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Price per foot" error={errors['base']}>
        <Input {...field('base')} className="num" inputMode="decimal" autoComplete="off" unit="per ft" />
      </Field>
      <Field label="Price of a gate" error={errors['gate']}>
        <Input {...field('gate')} className="num" inputMode="numeric" autoComplete="off" unit="each" />
      </Field>
      <div className="step-acts">
        <Button type="submit" variant="primary" working={working} workingText="Saving...">
          Save and make an estimate
        </Button>
        <Link className={buttonClass('quiet')} to={tabAddress('pricing')}>
          All prices
        </Link>
      </div>
    </form>
  );
}
