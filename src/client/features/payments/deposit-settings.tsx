import { type ComponentProps, type SyntheticEvent, useRef, useState } from 'react';
import type { PaymentSettingsWithCaps } from '#shared/features/payments/payments.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import type { SettingsForm } from '../../lib/settings-form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { NewerNote } from '../../ui/newer-note.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { FormProblem } from '../auth/form-problem.tsx';
import { ConfirmPhone } from './confirm-phone.tsx';
import {
  exampleDeposit,
  paymentFaults,
  type PaymentForm,
  paymentFormOf,
  paymentSettingsOf,
  refusedFields,
} from './payment-settings.rules.ts';

const WHAT = 'your payment settings';

interface DepositSettingsProps {
  stored: PaymentSettingsWithCaps;
  form: SettingsForm<PaymentForm>;
}

const useSave = ({ stored, form }: DepositSettingsProps) => {
  const utils = trpc.useUtils();
  const [freshPhone, setFreshPhone] = useState<string | null>(null);
  const mutation = trpc.payments.updateSettings.useMutation({
    onSuccess: (saved) => {
      if (saved.pendingNotifyPhone !== stored.pendingNotifyPhone) setFreshPhone(saved.pendingNotifyPhone);
      utils.payments.settings.setData(undefined, saved);
      form.saved({ sent: form.values, stored: paymentFormOf(saved) });
      toast.done('Payment settings saved');
    },
    onError: () => void utils.payments.settings.invalidate(),
  });
  const problem = mutation.error ? problemOf(mutation.error) : null;
  const refused = problem ? refusedFields(problem.fields) : {};
  return {
    saving: mutation.isPending,
    freshPhone,
    refused,
    problem: Object.keys(refused).length === 0 ? problem : null,
    clear: () => mutation.isError && mutation.reset(),
    save: () => {
      const settings = paymentSettingsOf(form.values, stored);
      const { cappedStates: _caps, codeDueAt: _due, ...was } = stored;
      if (settings && !mutation.isPending) mutation.mutate({ ...settings, was });
    },
  };
};

/** 'California, Maine and Ohio'. */
const inWords = (names: readonly string[]): string =>
  new Intl.ListFormat('en-US', { style: 'long', type: 'conjunction' }).format(names);

interface DepositFieldProps {
  values: PaymentForm;
  errorOf: (name: keyof PaymentForm) => string | undefined;
  bind: (name: keyof PaymentForm) => ComponentProps<'input'>;
  onKind: (kind: string) => void;
}

/** A share or an amount, and what it comes to. */
function DepositField({ values, errorOf, bind, onKind }: DepositFieldProps) {
  return (
    <>
      <Segmented
        label="Deposit as"
        value={values.kind === 'amount' ? 'amount' : 'percent'}
        onChange={(kind) => onKind(kind)}
        options={[
          { value: 'percent', label: 'Per cent' },
          { value: 'amount', label: 'Fixed amount' },
        ]}
      />
      <div className="pay-deposit">
        {values.kind === 'amount' ? (
          <Field label="Deposit" error={errorOf('amount')}>
            <Input {...bind('amount')} className="num" inputMode="decimal" unit="dollars" placeholder="500.00" />
          </Field>
        ) : (
          <Field label="Deposit" error={errorOf('percent')}>
            <Input {...bind('percent')} className="num" inputMode="numeric" unit="% of the total" />
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

/** What is asked of a homeowner, and who is told when he pays. */
export function DepositSettings({ stored, form }: DepositSettingsProps) {
  const element = useRef<HTMLFormElement>(null);
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set());
  const { save, saving, freshPhone, refused, problem, clear } = useSave({ stored, form });
  const { values } = form;
  const faults = paymentFaults(values);
  const errorOf = (name: keyof PaymentForm) => (watched.has(name) ? faults[name] : undefined) ?? refused[name];

  const type = (change: Partial<PaymentForm>) => {
    clear();
    form.type(change);
  };
  const bind = (name: keyof PaymentForm) => ({
    name,
    value: values[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => type({ [name]: event.target.value }),
    onBlur: () => setWatched(new Set([...watched, name])),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setWatched(new Set(Object.keys(values)));
    const wrong = Object.keys(faults)[0];
    if (wrong === undefined) save();
    else element.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  };
  return (
    <section aria-labelledby="deposit-title">
      <form ref={element} className="stack" noValidate onSubmit={submit} aria-labelledby="deposit-title">
        <div className="stack-s">
          <h2 id="deposit-title">Deposit</h2>
          <p className="muted">What you ask for when an estimate is accepted. Estimates already sent keep theirs.</p>
        </div>
        <FormProblem problem={problem} />
        {form.newer.length > 0 && <NewerNote what="This" onTake={() => form.reset()} />}
        <DepositField values={values} errorOf={errorOf} bind={bind} onKind={(kind) => type({ kind })} />
        {stored.cappedStates.length > 0 && (
          <p className="sm muted">
            {inWords(stored.cappedStates)} limit payments before work starts. Estimates for jobs there ask for no more
            than the law allows, and say why.
          </p>
        )}
        <Switch
          name="full"
          label="Let homeowners pay the full amount at once"
          checked={values.full === 'yes'}
          onChange={(event) => type({ full: event.target.checked ? 'yes' : 'no' })}
        />
        <div className="stack-s">
          <Field
            label="Text me about payments and acceptances"
            optional
            error={errorOf('phone')}
            hint="Your own phone, confirmed with a code we text to it. You’re always notified by email too. Reply STOP to end the texts."
          >
            <Input {...bind('phone')} type="tel" inputMode="tel" autoComplete="tel" placeholder="(208) 555-0144" />
          </Field>
          <ConfirmPhone stored={stored} fresh={freshPhone} />
        </div>
        <SaveBar
          dirty={form.dirty}
          what={WHAT}
          label="Save settings"
          saving={saving}
          onDiscard={() => {
            form.reset();
            clear();
            setWatched(new Set());
          }}
        />
      </form>
    </section>
  );
}
