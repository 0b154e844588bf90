import { useState } from 'react';
import type { PaymentSettingsWithCaps } from '#shared/features/payments/payments.schema.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatSoonTime, zoneName } from '../../lib/dates.ts';
import { problemOf } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
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
import { ToDo } from '../company/company-to-do.tsx';
import { ConfirmCode } from '../company/confirm-code.tsx';
import { FormProblem } from '../auth/form-problem.tsx';
import {
  exampleDeposit,
  paymentFaults,
  type PaymentForm,
  paymentFormOf,
  paymentSettingsOf,
  refusedFields,
} from './payment-settings.rules.ts';

const useCancel = (stored: PaymentSettingsWithCaps) => {
  const utils = trpc.useUtils();
  const update = trpc.payments.updateSettings.useMutation({
    onSuccess: (saved) => {
      utils.payments.settings.setData(undefined, saved);
      toast.done('Phone change canceled');
    },
  });
  const { depositKind, depositPercent, depositAmountCents, offerFullPayment, notifyPhone } = stored;
  return {
    working: update.isPending,
    problem: update.error ? problemOf(update.error) : null,
    cancel: () => update.mutate({ depositKind, depositPercent, depositAmountCents, offerFullPayment, notifyPhone }),
  };
};

/**
 * Returns when the text with the code will be sent, such as 'today at 11:00 AM, Boise time', if it is still waiting.
 */
const useWaits = ({ codeDueAt }: PaymentSettingsWithCaps): string | undefined => {
  const { zone } = useTimeZone();
  const now = useNow();
  if (codeDueAt === undefined || new Date(codeDueAt) <= now) return undefined;
  return `${formatSoonTime(codeDueAt, now, zone)}${zone === undefined ? '' : `, ${zoneName(zone)}`}`;
};

interface ConfirmPhoneProps {
  stored: PaymentSettingsWithCaps;
  /** A phone that was just saved; its code is entered next. */
  fresh: string | null;
}

function NewPhone({ stored, pending, fresh }: ConfirmPhoneProps & { pending: string }) {
  const { notifyPhone } = stored;
  const waits = useWaits(stored);
  return (
    <ConfirmCode
      what="notifyPhone"
      to={formatPhone(pending)}
      waits={waits}
      autoFocus={fresh === pending}
      cancel={useCancel(stored)}
    >
      {notifyPhone !== null && (
        <p>
          Until you confirm it, we text <span className="whitespace-nowrap">{formatPhone(notifyPhone)}</span>.
        </p>
      )}
    </ConfirmCode>
  );
}

/** Shown at the top of the section, because the field for the code is further down. */
export function PhoneToDo({ stored }: { stored: PaymentSettingsWithCaps }) {
  const waits = useWaits(stored);
  const pending = stored.pendingNotifyPhone;
  if (pending === null || waits !== undefined) return null;
  return (
    <ToDo label="Enter code" to="#confirm-notifyPhone">
      <b className="whitespace-nowrap">{formatPhone(pending)}</b> isn’t confirmed yet.
    </ToDo>
  );
}

/** Asks for the code that confirms the phone for notices, below its field. */
function ConfirmPhone({ stored, fresh }: ConfirmPhoneProps) {
  const pending = stored.pendingNotifyPhone;
  return pending === null ? null : <NewPhone key={pending} stored={stored} pending={pending} fresh={fresh} />;
}

const WHAT = 'your payment settings';
const LABEL: Record<keyof PaymentForm, string> = {
  kind: 'Deposit',
  percent: 'Deposit',
  amount: 'Deposit',
  full: 'Full payment',
  phone: 'Phone for texts',
};

interface DepositSettingsProps {
  stored: PaymentSettingsWithCaps;
  /** The form with the typed values. */
  kept: SettingsForm<PaymentForm>;
}

const useSave = ({ stored, kept }: DepositSettingsProps) => {
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
          <Field label="Deposit" error={errors['amount']}>
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
          <Field label="Deposit" error={errors['percent']}>
            <Input {...field('percent')} autoComplete="off" className="num" inputMode="numeric" unit="% of the total" />
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

/** The deposit that the company asks homeowners for, and who is notified when they pay. */
export function DepositSettings({ stored, kept }: DepositSettingsProps) {
  const { save, call, freshPhone } = useSave({ stored, kept });
  const { values } = kept;
  const { form, field, errors, failure, working, change, clear } = useForm({
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
            The deposit you ask for when an estimate is accepted. Estimates you’ve already sent don’t change.
          </p>
        </div>
        <FormProblem problem={failure} />
        {kept.newer.length > 0 && <NewerNote what="This" onTake={() => kept.reset()} />}
        <DepositField values={values} field={field} errors={errors} change={change} />
        {stored.cappedStates.length > 0 && (
          <p className="sm muted">
            {inWords(stored.cappedStates)} limit payments before work starts. Estimates for jobs there ask for no more
            than the law allows and explain why.
          </p>
        )}
        <Switch
          name="full"
          label="Let homeowners pay the full amount up front"
          checked={values.full === 'yes'}
          onChange={(event) => change('full', event.target.checked ? 'yes' : 'no')}
        />
        <div className="stack-s">
          <Field
            label="Text me about payments and acceptances"
            optional
            error={errors['phone']}
            hint="Your own phone, confirmed with a code we text to it. You’re always notified by email too. Reply STOP to end the texts."
          >
            <Input {...field('phone')} type="tel" inputMode="tel" autoComplete="tel" placeholder="(208) 555-0144" />
          </Field>
          <ConfirmPhone stored={stored} fresh={freshPhone} />
        </div>
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
