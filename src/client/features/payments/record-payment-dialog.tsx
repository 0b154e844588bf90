import { leftOfStage } from '#shared/features/payments/payment-plan.rules.ts';
import { useState } from 'react';
import type { EstimateListItem } from '#shared/features/estimates/estimates.schema.ts';
import { HAND_METHODS, type HandMethod } from '#shared/features/payments/payment-status.rules.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { formatCents, parseDollars } from '#shared/primitives/cents.ts';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import { useTimeZone } from '../../lib/company.ts';
import { useForm } from '../../lib/form.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner, Note } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast.ts';
import { LeadFormWaits } from '../leads/lead-form-waits.tsx';
import { useAfterPayment } from './use-after-payment.ts';

const METHOD: Record<HandMethod, string> = { check: 'Check', cash: 'Cash', card: 'Card', other: 'Other' };
const REFERENCE: Record<HandMethod, string> = {
  check: 'Check number',
  cash: 'Note',
  card: 'Reference',
  other: 'How, or a reference',
};

interface Values {
  amount: string;
  receivedOn: string;
  reference: string;
}

const faultsOf = ({ amount, receivedOn }: Values, today: string): FieldErrors => {
  const cents = parseDollars(amount);
  return {
    ...(cents === undefined || cents <= 0 ? { amount: 'Enter an amount, such as 1500' } : {}),
    ...(receivedOn === '' ? { receivedOn: 'Choose the day you received it' } : {}),
    ...(receivedOn > today ? { receivedOn: 'Choose today or an earlier day' } : {}),
  };
};

interface FormProps {
  estimate: EstimateListItem;
  zone: string;
  onClose: () => void;
}

/** What is due now by the payment plan or, if nothing is, what the next stage asks for. Never more than what is left. */
const nextOf = (stages: EstimateListItem['stages'], left: number): number => {
  const open = stages.filter(({ status }) => status !== 'paid');
  const due = open.filter(({ status }) => status === 'due');
  const asked = (due.length > 0 ? due : open.slice(0, 1)).reduce((sum, stage) => sum + leftOfStage(stage), 0);
  return asked > 0 ? Math.min(asked, left) : left;
};

/** The form, filled in with a check of today for what is due next. */
function Record({ estimate, zone, onClose }: FormProps) {
  const { id, number, balanceCents, stages } = estimate;
  const today = localDateOf(useNow(), zone);
  const left = Math.max(0, balanceCents);
  const [start] = useState<Values>(() => {
    const next = nextOf(stages, left);
    return { amount: next > 0 ? (next / 100).toFixed(2) : '', receivedOn: today, reference: '' };
  });
  const [values, setValues] = useState(start);
  const [method, setMethod] = useState<HandMethod>('check');
  // One key for the dialog. What was changed is another payment, so it gets another key.
  const [key, setKey] = useState(() => crypto.randomUUID());
  // The balance for which a payment above it was asked about. Another balance, such as after somebody else's entry, asks anew.
  const [asked, setAsked] = useState<number>();
  const after = useAfterPayment();
  const record = trpc.payments.record.useMutation({
    // The balance may have changed meanwhile, for example because a colleague recorded the same check.
    onError: () => void after(),
    onSuccess: async ({ balanceCents: now }) => {
      await after();
      toast.done('Payment recorded', {
        detail:
          now > 0 ? `${formatCents(now)} left to pay` : now < 0 ? `${formatCents(-now)} too much` : 'Paid in full',
      });
      onClose();
    },
  });
  const cents = parseDollars(values.amount) ?? 0;
  const over = cents > left;
  const sure = over && asked === left;
  const type = (change: Partial<Values>) => {
    setValues((before) => ({ ...before, ...change }));
    setKey(crypto.randomUUID());
    setAsked(undefined);
  };
  const { form, field, errors, failure, working, dirty } = useForm({
    values,
    start,
    type,
    rules: (typed) => faultsOf(typed, today),
    submit: (typed) => {
      if (over && !sure) return setAsked(left);
      record.mutate({
        estimateId: estimateIdSchema.parse(id),
        method,
        cents: parseDollars(typed.amount) ?? 0,
        receivedOn: typed.receivedOn,
        reference: typed.reference,
        idempotencyKey: key,
        over,
      });
    },
    refusals: ({ fields: { cents: amount, ...others } }) => ({ ...others, ...(amount ? { amount } : {}) }),
    call: record,
  });
  return (
    <FormDialog
      title="Record a payment"
      onClose={onClose}
      save={cents > 0 ? `Record ${formatCents(cents)}${sure ? ' anyway' : ''}` : 'Record payment'}
      working={working}
      workingText="Recording..."
      dirty={dirty}
      form={form}
      width={520}
    >
      {failure && <Banner>{failure.message}</Banner>}
      <p className="sm muted">
        For estimate <span className="num">{number}</span>. <span className="num">{formatCents(left)}</span> is left to
        pay.
      </p>
      <Segmented
        label="How it was paid"
        value={method}
        onChange={(next) => {
          setMethod(next);
          setKey(crypto.randomUUID());
        }}
        options={HAND_METHODS.map((value) => ({ value, label: METHOD[value] }))}
      />
      <Field label="Amount" error={errors['amount']}>
        <Input {...field('amount')} className="num" inputMode="decimal" unit="dollars" autoComplete="off" />
      </Field>
      {over && !errors['amount'] && (
        <div role="status">
          <Note>
            This is <span className="num">{formatCents(cents - left)}</span> more than is left to pay.
            {sure && ' If you really received that much, record it anyway.'}
          </Note>
        </div>
      )}
      <Field label="Received on" error={errors['receivedOn']}>
        <Input {...field('receivedOn')} type="date" max={today} />
      </Field>
      <Field label={REFERENCE[method]} optional error={errors['reference']}>
        <Input {...field('reference')} maxLength={120} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}

/** Records a payment that was received by hand, such as a check, for the lead's signed estimate. */
export default function RecordPaymentDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const estimates = trpc.estimates.listForLead.useQuery({ leadId });
  const { zone } = useTimeZone();
  const signed = estimates.data?.find(({ acceptance }) => acceptance !== null);
  return signed && zone !== undefined ? (
    <Record estimate={signed} zone={zone} onClose={onClose} />
  ) : (
    <LeadFormWaits title="Record a payment" queries={[estimates]} onClose={onClose} />
  );
}
