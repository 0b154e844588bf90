import { useState } from 'react';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import type { PaymentSettingsWithCaps } from '#shared/features/payments/payments.schema.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { type FormState, useForm } from '../../lib/form.ts';
import type { SettingsForm } from '../../lib/settings-form.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { NewerNote } from '../../ui/newer-note.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { FormProblem } from '../auth/form-problem.tsx';
import { PlanFields } from './plan-fields.tsx';
import { NotifyPhone } from './notify-phone.tsx';
import {
  exampleDeposit,
  paymentFaults,
  type PaymentForm,
  paymentFormOf,
  paymentSettingsOf,
  readPlan,
  refusedFields,
} from './payment-settings.rules.ts';

const WHAT = 'your payment settings';
const LABEL: Record<keyof PaymentForm, string> = {
  kind: 'Deposit',
  percent: 'Deposit',
  amount: 'Deposit',
  full: 'Full payment',
  plan: 'Payment plan',
  phone: 'Phone for texts',
};

interface DepositSettingsProps {
  stored: PaymentSettingsWithCaps;
  /** The form with the typed values. */
  kept: SettingsForm<PaymentForm>;
  /** Whether connecting the account is the primary action. */
  connects: boolean;
}

const useSave = ({ stored, kept }: Omit<DepositSettingsProps, 'connects'>) => {
  const utils = trpc.useUtils();
  const [freshPhone, setFreshPhone] = useState<string | null>(null);
  const mutation = trpc.payments.updateSettings.useMutation({
    onSuccess: (saved) => {
      if (saved.pendingNotifyPhone !== stored.pendingNotifyPhone) setFreshPhone(saved.pendingNotifyPhone);
      utils.payments.settings.setData(undefined, saved);
      kept.saved({ sent: kept.values, stored: paymentFormOf(saved) });
      toast.done('Payment settings saved');
    },
    onError: () => void utils.payments.settings.invalidate(),
  });
  return {
    freshPhone,
    call: mutation,
    save: (values: PaymentForm) => {
      const settings = paymentSettingsOf(values, stored);
      const { cappedStates: _caps, codeDueAt: _due, ...was } = stored;
      if (settings) mutation.mutate({ ...settings, was });
    },
  };
};

/** Returns text such as 'California, Maine and Ohio'. */
const inWords = (names: readonly string[]): string =>
  new Intl.ListFormat('en-US', { style: 'long', type: 'conjunction' }).format(names);

interface DepositFieldProps extends Pick<FormState<PaymentForm>, 'field' | 'errors' | 'change'> {
  values: PaymentForm;
}

/** A percentage or an amount, with an example of the resulting deposit. */
function DepositField({ values, field, errors, change }: DepositFieldProps) {
  return (
    <>
      <Segmented
        label="Deposit as"
        value={values.kind === 'amount' ? 'amount' : 'percent'}
        onChange={(kind) => change('kind', kind)}
        options={[
          { value: 'percent', label: 'Percent' },
          { value: 'amount', label: 'Fixed amount' },
        ]}
      />
      <div className="pay-deposit">
        {values.kind === 'amount' ? (
          <Field label="Amount" error={errors['amount']}>
            <Input
              {...field('amount')}
              autoComplete="off"
              className="num"
              inputMode="decimal"
              unit="dollars"
              placeholder="500.00"
            />
          </Field>
        ) : (
          <Field label="Share of the total" error={errors['percent']}>
            <Input {...field('percent')} autoComplete="off" className="num" inputMode="numeric" unit="%" />
          </Field>
        )}
        <p className="pay-example">
          <span className="sm muted">On a $3,000.00 estimate</span>
          <b className="num">{exampleDeposit(values) ?? 'No deposit yet'}</b>
        </p>
      </div>
    </>
  );
}

/** The errors of the payment plan, by paths such as 'stages.1.percent'. */
const planErrors = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, words]) => (path.startsWith('plan.') ? [[path.slice(5), words]] : [])),
  );

/** The settings for homeowners' deposits and for payment notices. */
export function DepositSettings({ stored, kept, connects }: DepositSettingsProps) {
  const { save, call, freshPhone } = useSave({ stored, kept });
  const { values } = kept;
  const { form, field, errors, failure, working, change, clear, typed, leave } = useForm({
    values,
    type: kept.type,
    rules: paymentFaults,
    submit: save,
    call,
    refusals: ({ fields }) => refusedFields(fields),
    checksEmpty: true,
  });
  return (
    <section aria-labelledby="deposit-title">
      <form {...form} className="stack" aria-labelledby="deposit-title">
        <div className="stack-s">
          <h2 id="deposit-title">Deposit</h2>
          <p className="muted">
            You ask for this deposit when an estimate is accepted, unless a payment plan says otherwise. Estimates
            you’ve already sent won’t change.
          </p>
        </div>
        <FormProblem problem={failure} />
        {kept.newer.length > 0 && <NewerNote what="These settings" onTake={() => kept.reset()} />}
        <DepositField values={values} field={field} errors={errors} change={change} />
        {stored.cappedStates.length > 0 && (
          <p className="sm muted">
            {inWords(stored.cappedStates)} limit payments before work starts. For jobs there, estimates ask for no more
            than the legal limit and explain why.
          </p>
        )}
        <Switch
          name="full"
          label="Let homeowners pay the full amount up front"
          checked={values.full === 'yes'}
          onChange={(event) => change('full', event.target.checked ? 'yes' : 'no')}
        />
        <PlanFields
          value={readPlan(values.plan)}
          usual="Deposit and rest"
          errors={planErrors(errors)}
          prefix="plan."
          days={false}
          onChange={(plan, path) => {
            typed(path === undefined ? undefined : `plan.${path}`);
            kept.type({ plan: JSON.stringify(plan) });
          }}
          onLeave={(path, text) => leave(`plan.${path}`, text)}
        />
        <NotifyPhone
          field={field}
          error={errors['phone']}
          stored={stored}
          fresh={freshPhone}
          primary={!kept.dirty && !connects}
          typed={kept.unsaved.includes('phone')}
        />
        <SaveBar
          dirty={kept.dirty}
          what={WHAT}
          changed={[...new Set(kept.unsaved.map((name) => LABEL[name]))]}
          label="Save settings"
          saving={working}
          onDiscard={() => {
            kept.reset();
            clear();
          }}
        />
      </form>
    </section>
  );
}
