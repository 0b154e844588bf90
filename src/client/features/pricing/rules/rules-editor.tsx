import { useId, useState } from 'react';
import { BAG_POUNDS } from '#shared/features/take-off/fence-system.schema.ts';
import type { CountingRule } from '#shared/features/take-off/rule-list.ts';
import type { TakeOffView } from '#shared/features/take-off/take-off.schema.ts';
import { en } from '#shared/features/take-off/words/en.ts';
import { useCompanyId } from '../../../lib/company.ts';
import { problemOf } from '../../../lib/errors.ts';
import { NO_RULES, useForm } from '../../../lib/form.ts';
import { usePhone } from '../../../lib/media.ts';
import { useSettingsForm } from '../../../lib/settings-form.ts';
import { trpc } from '../../../lib/trpc.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input, Select } from '../../../ui/input.tsx';
import { SaveBar } from '../../../ui/save-bar.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { FormProblem } from '../../auth/form-problem.tsx';
import {
  ruleLabel,
  rulesChanges,
  type RulesForm,
  rulesFormOf,
  rulesIn,
  rulesRefused,
  unitOf,
} from './rules-form.rules.ts';
import '../book/book.css';

/** The rules that lists of materials are counted with. */
export default function RulesPart() {
  const rules = trpc.takeOff.get.useQuery();
  if (rules.data) return <RulesEditor view={rules.data} />;
  if (rules.isError)
    return (
      <Banner action={<Button onClick={() => void rules.refetch()}>Try again</Button>}>
        {problemOf(rules.error).message}
      </Banner>
    );
  return <SkeletonRows rows={6} height={64} label="Loading your counting rules" />;
}

function RulesEditor({ view }: { view: TakeOffView }) {
  const id = useId();
  const utils = trpc.useUtils();
  const stored = rulesFormOf(view);
  const kept = useSettingsForm<RulesForm>({ key: `rules:${useCompanyId()}`, stored });
  const [system, setSystem] = useState(view.systems[0]?.key);
  // On a phone, they'd be many screens long.
  const phone = usePhone();
  const [open, setOpen] = useState(!phone);
  const update = trpc.takeOff.update.useMutation({
    onSuccess: (saved) => {
      utils.takeOff.get.setData(undefined, saved);
      kept.reset();
      toast.done('Counting rules saved');
      void utils.estimates.invalidate();
    },
    onError: () => void utils.takeOff.get.invalidate(),
  });
  const form = useForm<RulesForm>({
    values: kept.values,
    type: kept.type,
    rules: NO_RULES,
    submit: (values) => update.mutate({ version: view.version, ...rulesChanges(values, view) }),
    call: update,
    refusals: ({ fields }) => rulesRefused(fields, rulesChanges(kept.values, view)),
    reveal: ([path = '']) => {
      const named = view.systems.find(({ key }) => path.startsWith(`${key}.`));
      if (named) {
        setSystem(named.key);
        setOpen(true);
      }
      return path;
    },
  });
  const all = rulesIn(view);
  const rules = all.filter(({ key }) => key.startsWith(`${system}.`));
  const bag = all.find(({ key }) => key === 'defaultBagLb');
  return (
    <>
      <form {...form.form} id={id} className="stack gap-6" aria-label="Counting rules">
        <FormProblem problem={form.failure} />
        <p className="muted">
          Lists of materials are counted with these rules. Change what you build differently. Signed estimates keep the
          rules that they were counted with.
        </p>
        <div className="rule-choices">
          <Field label="Fence system">
            <Select
              value={system}
              onChange={({ target }) => setSystem(view.systems.find(({ key }) => key === target.value)?.key)}
            >
              {view.systems.map(({ key }) => (
                <option key={key} value={key}>
                  {en.systems[key]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Concrete bags" error={form.errors['defaultBagLb']} {...(bag && { hint: bag.source })}>
            <Select {...form.field('defaultBagLb')}>
              {BAG_POUNDS.map((pounds) => (
                <option key={pounds} value={pounds}>
                  {pounds} lb
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <details className="rule-fold" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>
            {rules.length} rules{system && ` of ${en.systems[system]}`}
          </summary>
          <div className="rule-list">
            {rules.map((rule) => (
              <RuleField key={rule.key} rule={rule} field={form.field(rule.key)} error={form.errors[rule.key]} />
            ))}
          </div>
        </details>
      </form>
      <SaveBar
        form={id}
        dirty={kept.dirty}
        what="the counting rules"
        label="Save rules"
        saving={form.working}
        onDiscard={() => {
          kept.reset();
          form.clear();
        }}
      />
    </>
  );
}

interface RuleFieldProps {
  rule: CountingRule;
  field: ReturnType<ReturnType<typeof useForm<RulesForm>>['field']>;
  error: string | undefined;
}

/** A rule with its source below it. */
function RuleField({ rule: { key, value, source }, field, error }: RuleFieldProps) {
  const unit = unitOf(key);
  return (
    <Field label={ruleLabel(key)} hint={source} error={error}>
      {typeof value === 'boolean' ? (
        <Select {...field}>
          <option value="true">Yes</option>
          <option value="false">No</option>
        </Select>
      ) : (
        <Input
          {...field}
          autoComplete="off"
          {...(typeof value === 'number' && { inputMode: 'decimal' as const, className: 'num' })}
          {...(unit !== undefined && { unit })}
        />
      )}
    </Field>
  );
}
