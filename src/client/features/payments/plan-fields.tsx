import { Plus, Trash2 } from 'lucide-react';
import { MAX_STAGES } from '#shared/features/payments/payment-plan.rules.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { addStage, type PlanForm, type StageForm } from './plan-form.rules.ts';
import './plan-fields.css';

const HOW: Record<StageForm['how'], string> = { percent: 'Percent', cents: 'Amount', rest: 'The rest' };
const WHEN: Record<StageForm['when'], string> = {
  signing: 'At signing',
  start: 'Work starts',
  done: 'Work is done',
  day: 'On a day',
  step: 'At a step',
};

interface PlanFieldsProps {
  value: PlanForm;
  /** What applies without a plan, such as 'Deposit and rest'. */
  usual: string;
  /** By paths such as 'stages.1.percent'. */
  errors: FieldErrors;
  /** `path` is that of the field that was typed in. Undefined if stages were added or removed. */
  onChange: (plan: PlanForm, path?: string) => void;
  onLeave?: ((path: string, text: string) => void) | undefined;
  /** What each stage asks for at the current price, in cents. */
  cents?: readonly number[] | undefined;
  /** What each stage would ask for without a state's limit on what is due at the signature (C27), in cents. */
  unlimited?: readonly number[] | undefined;
  /** The number of stages at the beginning that can't be changed, because they're due or paid. */
  kept?: number;
  /** Whether a stage can be due on a day. */
  days?: boolean;
  /** What comes before the paths in the names of the inputs. */
  prefix?: string;
}

/** A payment plan: one of the usual ones, or stages of one's own. */
export function PlanFields(props: PlanFieldsProps) {
  const { value, usual, errors, onChange, cents, unlimited, kept = 0, prefix = '' } = props;
  const { kind, stages } = value;
  return (
    <div className="stack-s">
      <Field label="How it’s paid">
        <Select
          name={`${prefix}plan`}
          value={kind}
          disabled={kept > 0}
          onChange={(event) => onChange({ ...value, kind: event.target.value as PlanForm['kind'] })}
        >
          <option value="usual">{usual}</option>
          <option value="quarters">50%, 25% and 25%</option>
          <option value="thirds">Thirds</option>
          <option value="own">Your own stages</option>
        </Select>
      </Field>
      {kind === 'own' && (
        <>
          <ol className="plan-stages">
            {stages.map((stage, index) => (
              <li key={stage.key}>
                <StageRow
                  {...props}
                  stage={stage}
                  index={index}
                  cents={cents?.[index]}
                  isLimited={(cents?.[index] ?? 0) < (unlimited?.[index] ?? 0)}
                  isKept={index < kept}
                />
              </li>
            ))}
          </ol>
          {errors['stages'] && <p className="err">{errors['stages']}</p>}
          {stages.length < MAX_STAGES && (
            <Button
              className="justify-self-start"
              icon={<Plus className="i" aria-hidden />}
              onMouseDown={keepFocus}
              onClick={() => onChange(addStage(value))}
            >
              Add a stage
            </Button>
          )}
        </>
      )}
      {kind !== 'own' && cents && cents.length > 0 && (
        <p className="sm muted num">{cents.map((amount) => formatCents(amount)).join(', ')}</p>
      )}
    </div>
  );
}

type StageRowProps = Omit<PlanFieldsProps, 'cents' | 'unlimited' | 'kept'> & {
  stage: StageForm;
  index: number;
  cents: number | undefined;
  /** Whether a state's limit makes it ask for less than its share. */
  isLimited: boolean;
  isKept: boolean;
};

function StageRow(props: StageRowProps) {
  const { value, stage, index, cents, isLimited, isKept, errors, onChange, onLeave, days = true, prefix = '' } = props;
  const path = `stages.${index}`;
  const edit = (change: Partial<StageForm>, field: string) =>
    onChange(
      { ...value, stages: value.stages.map((each, at) => (at === index ? { ...each, ...change } : each)) },
      `${path}.${field}`,
    );
  const bind = (field: 'label' | 'amount' | 'day' | 'step', name: string) => ({
    name: `${prefix}${path}.${name}`,
    value: stage[field],
    disabled: isKept,
    onChange: (event: { target: { value: string } }) => edit({ [field]: event.target.value }, name),
    onBlur: () => onLeave?.(`${path}.${name}`, stage[field]),
  });
  return (
    <fieldset className="plan-stage">
      <legend className="sr-only">Stage {index + 1}</legend>
      <div className="row between gap-2">
        <b>Stage {index + 1}</b>
        {cents !== undefined && <span className="num muted">{formatCents(cents)}</span>}
        <span className="grow" />
        {!isKept && value.stages.length > 1 && (
          <IconButton
            label={`Remove stage ${index + 1}`}
            tip="Remove"
            onMouseDown={keepFocus}
            onClick={() => onChange({ ...value, stages: value.stages.toSpliced(index, 1) })}
          >
            <Trash2 className="i" aria-hidden />
          </IconButton>
        )}
      </div>
      <div className="plan-stage-fields">
        <Field label="Name" error={errors[`${path}.label`]}>
          <Input {...bind('label', 'label')} maxLength={60} autoComplete="off" />
        </Field>
        <Field label="How much" error={errors[`${path}.rest`]}>
          <Select
            name={`${prefix}${path}.how`}
            value={stage.how}
            disabled={isKept}
            onChange={(event) => edit({ how: event.target.value as StageForm['how'] }, 'how')}
          >
            {Object.entries(HOW).map(([how, words]) => (
              <option key={how} value={how}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
        {stage.how !== 'rest' && (
          <Field
            label={HOW[stage.how]}
            error={errors[`${path}.${stage.how}`]}
            hint={isLimited && cents !== undefined ? `The state’s limit makes this ${formatCents(cents)}.` : undefined}
          >
            <Input
              {...bind('amount', stage.how)}
              className="num"
              inputMode="decimal"
              autoComplete="off"
              unit={stage.how === 'percent' ? '%' : 'dollars'}
            />
          </Field>
        )}
        <Field label="Due" error={stage.when === 'day' || stage.when === 'step' ? undefined : errors[`${path}.due`]}>
          <Select
            name={`${prefix}${path}.when`}
            value={stage.when}
            disabled={isKept}
            onChange={(event) => edit({ when: event.target.value as StageForm['when'] }, 'due')}
          >
            {Object.entries(WHEN)
              .filter(([when]) => days || when !== 'day')
              .map(([when, words]) => (
                <option key={when} value={when}>
                  {words}
                </option>
              ))}
          </Select>
        </Field>
        {stage.when === 'day' && (
          <Field label="Day" error={errors[`${path}.due`]}>
            <Input {...bind('day', 'due')} type="date" />
          </Field>
        )}
        {stage.when === 'step' && (
          <Field label="Step" hint="Due when the work is done, at the latest." error={errors[`${path}.due`]}>
            <Input {...bind('step', 'due')} maxLength={60} autoComplete="off" />
          </Field>
        )}
      </div>
    </fieldset>
  );
}
