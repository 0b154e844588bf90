import { useId, useState } from 'react';
import { type CostsCheckView, type CostsView, LABOR_PER } from '#shared/features/take-off/costs.schema.ts';
import { formatBasisPoints, formatCents } from '#shared/primitives/cents.ts';
import { problemOf } from '../../../lib/errors.ts';
import { useCompanyId } from '../../../lib/company.ts';
import { draft } from '../../../lib/draft.ts';
import { isSameJson, useForm } from '../../../lib/form.ts';
import { trpc } from '../../../lib/trpc.ts';
import { Ask } from '../../../ui/ask.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input, Select } from '../../../ui/input.tsx';
import { SaveBar } from '../../../ui/save-bar.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { FormProblem } from '../../auth/form-problem.tsx';
import { Rows } from '../book/rows.tsx';
import {
  costsChanges,
  costsFaults,
  type CostsForm,
  costsFormOf,
  type LaborRow,
  namedByKey,
  readKeptCosts,
} from './costs-form.rules.ts';
import '../book/book.css';

const PER: Record<LaborRow['per'], string> = {
  foot: 'foot',
  post: 'post',
  section: 'section',
  gate: 'gate',
  leaf: 'gate leaf',
};

/** What the company pays for materials and labor. Only owners and managers see it, and homeowners never do. */
export default function CostsPart() {
  const costs = trpc.costs.get.useQuery();
  if (costs.data) return <CostsEditor costs={costs.data} />;
  if (costs.isError)
    return (
      <Banner action={<Button onClick={() => void costs.refetch()}>Try again</Button>}>
        {problemOf(costs.error).message}
      </Banner>
    );
  return <SkeletonRows rows={6} height={64} label="Loading your costs" />;
}

/** The form's state. What is typed is kept over a reload, and if another window saves first. The next save then applies to its
 * costs. */
const useCostsForm = (costs: CostsView) => {
  const utils = trpc.useUtils();
  const stored = costsFormOf(costs);
  const key = `costs:${useCompanyId()}`;
  const [typed, setTyped] = useState(() => readKeptCosts(draft.find(key), stored));
  const [low, setLow] = useState<CostsCheckView['estimates']>([]);
  const values = typed ?? stored;
  const keep = (next: CostsForm | null) => {
    setTyped(next);
    if (next) draft.keep(key, next);
    else draft.forget(key);
  };
  const type = (change: Partial<CostsForm>) => {
    const next = { ...values, ...change };
    keep(isSameJson(next, stored) ? null : next);
  };
  const update = trpc.costs.update.useMutation({
    onSuccess: (saved) => {
      utils.costs.get.setData(undefined, saved);
      keep(null);
      toast.done('Costs saved');
      void utils.estimates.invalidate();
    },
    onError: () => void utils.costs.get.invalidate(),
  });
  const save = () => update.mutate({ ...costsChanges(values, stored), version: costs.version });
  const check = trpc.useUtils().client.costs.check;
  const form = useForm({
    values,
    type,
    rules: (now) => costsFaults(now, stored),
    submit: (now) =>
      void check
        .query(costsChanges(now, stored))
        .then(({ estimates }) => (estimates.length > 0 ? setLow(estimates) : save()))
        // Without the list, the costs can still be saved, because nothing that was sent changes.
        .catch(save),
    call: update,
    refusals: ({ fields }) => namedByKey(fields, costsChanges(values, stored)),
  });
  return { form, values, type, dirty: typed !== null, low, setLow, save, reset: () => (keep(null), form.clear()) };
};

function CostsEditor({ costs }: { costs: CostsView }) {
  const id = useId();
  const { form, values, type, dirty, low, setLow, save, reset } = useCostsForm(costs);
  const { errors } = form;
  const bind = (path: string, value: string, change: (text: string) => Partial<CostsForm>) => ({
    name: path,
    value,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => {
      type(change(target.value));
      form.typed(path);
    },
    onBlur: () => form.leave(path, value),
  });
  const money = { className: 'num', inputMode: 'decimal' } as const;
  const labor = (index: number, row: Partial<LaborRow>) => ({
    labor: values.labor.map((one, at) => (at === index ? { ...one, ...row } : one)),
  });
  return (
    <>
      <form {...form.form} id={id} className="stack gap-6" aria-label="Costs">
        <FormProblem problem={form.failure} />
        <p className="muted">
          What you pay yourself. Estimates then show you their cost and margin. Homeowners and your sales team don’t see
          any of it.
        </p>
        <section className="book-part" aria-label="Margin and labor cost">
          <div className="book-fields">
            <Field label="Target margin" error={errors['targetMarginBps']}>
              <Input
                {...bind('targetMarginBps', values.targetMarginBps, (text) => ({ targetMarginBps: text }))}
                {...money}
                unit="%"
              />
            </Field>
            <Field label="Labor" error={errors['hourlyCents']}>
              <Input
                {...bind('hourlyCents', values.hourlyCents, (text) => ({ hourlyCents: text }))}
                {...money}
                unit="per hour"
              />
            </Field>
          </div>
        </section>
        <section className="book-part" aria-labelledby={`${id}-labor`}>
          <h2 id={`${id}-labor`}>Work</h2>
          <p className="sm muted">How long each step takes, counted by foot, post, section, gate or gate leaf.</p>
          <Rows
            rows={values.labor}
            most={40}
            nameOf={({ activity }, index) => activity.trim() || `step ${index + 1}`}
            addLabel="Add a step"
            onAdd={() => type({ labor: [...values.labor, { activity: '', per: 'post', minutes: '' }] })}
            onRemove={(index) => {
              type({ labor: values.labor.toSpliced(index, 1) });
              form.clear();
            }}
          >
            {(row, index) => (
              <>
                <Field label="Step" error={errors[`labor.${index}.activity`]}>
                  <Input
                    {...bind(`labor.${index}.activity`, row.activity, (activity) => labor(index, { activity }))}
                    placeholder="Set posts"
                    maxLength={60}
                  />
                </Field>
                <Field label="Time" error={errors[`labor.${index}.minutes`]}>
                  <Input
                    {...bind(`labor.${index}.minutes`, row.minutes, (minutes) => labor(index, { minutes }))}
                    {...money}
                    unit="min"
                  />
                </Field>
                <Field label="For each" error={errors[`labor.${index}.per`]}>
                  <Select
                    name={`labor.${index}.per`}
                    value={row.per}
                    onChange={({ target }) =>
                      type(labor(index, { per: LABOR_PER.find((per) => per === target.value) ?? 'post' }))
                    }
                  >
                    {LABOR_PER.map((per) => (
                      <option key={per} value={per}>
                        {PER[per]}
                      </option>
                    ))}
                  </Select>
                </Field>
              </>
            )}
          </Rows>
        </section>
        <section className="book-part" aria-labelledby={`${id}-items`}>
          <h2 id={`${id}-items`}>Materials</h2>
          {values.items.length === 0 && (
            <p className="sm muted">Link a material to a fence system under Prices. Its parts then appear here.</p>
          )}
          <div className="cost-items">
            {values.items.map(({ key, cents }) => (
              <Field key={key} label={costs.labels[key] ?? key} error={errors[`items.${key}`]}>
                <Input
                  {...bind(`items.${key}`, cents, (text) => ({
                    items: values.items.map((one) => (one.key === key ? { key, cents: text } : one)),
                  }))}
                  {...money}
                  placeholder="Not entered"
                  unit="each"
                />
              </Field>
            ))}
          </div>
        </section>
      </form>
      <SaveBar form={id} dirty={dirty} what="your costs" label="Save costs" saving={form.working} onDiscard={reset} />
      <Ask
        open={low.length > 0}
        title={
          low.length === 1
            ? '1 open estimate falls below your margin'
            : `${low.length} open estimates fall below your margin`
        }
        action="Save costs"
        onCancel={() => setLow([])}
        onConfirm={() => {
          setLow([]);
          save();
        }}
      >
        Nothing that you sent changes. To change a price, send a new version.
        <ul className="low-margins">
          {low.map(({ estimateId, number, name, totalCents, marginBps }) => (
            <li key={estimateId}>
              <b>{name}</b>, {number}: {formatCents(totalCents)}, margin {formatBasisPoints(marginBps)}
            </li>
          ))}
        </ul>
      </Ask>
    </>
  );
}
