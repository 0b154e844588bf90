import { useState } from 'react';
import { paymentMethodWords } from '#shared/features/payments/payment.words.ts';
import type { PaymentView } from '#shared/features/payments/payments.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { formatCents, parseDollars } from '#shared/primitives/cents.ts';
import { leadIdSchema, paymentIdSchema } from '#shared/primitives/ids.ts';
import { localDate } from '#shared/primitives/local-date.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatCalendarDay, formatDay } from '../../lib/dates.ts';
import { problemOf } from '../../lib/errors.ts';
import { useForm } from '../../lib/form.ts';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/figures.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { PaymentBadge } from './payment-badge.tsx';
import { useAfterPayment } from './use-after-payment.ts';
import './payments.css';

interface ActProps {
  payment: PaymentView;
  onClose: () => void;
}

/** Asks for the reason and voids a payment that was recorded by hand. */
function VoidDialog({ payment, onClose }: ActProps) {
  const [reason, setReason] = useState('');
  const after = useAfterPayment();
  const call = trpc.payments.void.useMutation({
    onSuccess: async () => {
      await after();
      toast.done('Payment voided');
      onClose();
    },
  });
  const { form, field, errors, failure, working, dirty } = useForm({
    values: { reason },
    start: { reason: '' },
    type: (change) => setReason(change.reason ?? reason),
    rules: (typed): FieldErrors =>
      typed.reason.trim() === '' ? { reason: 'Enter a reason, such as “The check bounced”' } : {},
    submit: (typed) => call.mutate({ paymentId: paymentIdSchema.parse(payment.id), reason: typed.reason }),
    call,
  });
  return (
    <FormDialog
      title={`Void ${formatCents(payment.amountCents)}?`}
      onClose={onClose}
      save="Void payment"
      working={working}
      workingText="Voiding..."
      dirty={dirty}
      form={form}
    >
      {failure && <Banner>{failure.message}</Banner>}
      <p>
        The payment stays in the list but no longer counts. Void it if it was recorded by mistake or the check bounced.
      </p>
      <Field label="Reason" error={errors['reason']}>
        <Input {...field('reason')} maxLength={500} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}

/** Asks how much and gives a payment back. All that is left of it is filled in. */
function RefundDialog({ payment, onClose }: ActProps) {
  const left = payment.amountCents - payment.refundedCents;
  const [start] = useState(() => ({ amount: (left / 100).toFixed(2) }));
  const [values, setValues] = useState(start);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const after = useAfterPayment();
  const call = trpc.payments.refund.useMutation({
    onSuccess: async ({ refundedCents }) => {
      await after();
      toast.done('Refunded', {
        detail: `${formatCents(refundedCents)} of ${formatCents(payment.amountCents)} refunded`,
      });
      onClose();
    },
  });
  const cents = parseDollars(values.amount) ?? 0;
  const { form, field, errors, failure, working, dirty } = useForm({
    values,
    start,
    type: (change) => {
      setValues((before) => ({ ...before, ...change }));
      setKey(crypto.randomUUID());
    },
    rules: (typed): FieldErrors => {
      const wanted = parseDollars(typed.amount) ?? 0;
      if (wanted <= 0) return { amount: 'Enter an amount, such as 100' };
      return wanted > left ? { amount: `At most ${formatCents(left)} can be refunded` } : {};
    },
    submit: () => call.mutate({ paymentId: paymentIdSchema.parse(payment.id), cents, idempotencyKey: key }),
    refusals: ({ fields: { cents: amount } }): FieldErrors => (amount ? { amount } : {}),
    call,
  });
  return (
    <FormDialog
      title="Refund a payment"
      onClose={onClose}
      save={cents > 0 ? `Refund ${formatCents(cents)}` : 'Refund'}
      working={working}
      workingText="Refunding..."
      dirty={dirty}
      form={form}
    >
      {failure && <Banner>{failure.message}</Banner>}
      <p>
        {payment.byHand
          ? 'Refund the money yourself. Here, you only note that you did.'
          : 'Stripe sends the money back the way it was paid. That takes the homeowner’s bank a few days.'}
      </p>
      <Field label="Amount" error={errors['amount']}>
        <Input {...field('amount')} className="num" inputMode="decimal" unit="dollars" autoComplete="off" />
      </Field>
    </FormDialog>
  );
}

const RECEIVED: readonly PaymentView['status'][] = ['succeeded', 'partially_refunded'];
const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

function Row({ payment }: { payment: PaymentView }) {
  const { manage } = useMay();
  const { zone } = useTimeZone();
  const [act, setAct] = useState<'void' | 'refund'>();
  const { byHand, method, reference, receivedOn, status, stripeUrl, reason } = payment;
  const received = RECEIVED.includes(status);
  const day = receivedOn
    ? formatCalendarDay(localDate(receivedOn))
    : formatDay(payment.paidAt ?? payment.createdAt, zone);
  const close = () => setAct(undefined);
  return (
    <li className="stack gap-2 py-3">
      <div className="row between gap-3">
        <div className="grow">
          <p>
            {capital(paymentMethodWords(method))}
            {reference !== null && <span className="wrap-anywhere">, {reference}</span>}
          </p>
          <p className="sm muted">
            {day}
            {payment.refundedCents > 0 && `, ${formatCents(payment.refundedCents)} refunded`}
          </p>
          {status === 'voided' && reason !== null && <p className="sm wrap-anywhere">{reason}</p>}
        </div>
        <div className="stack gap-1 justify-items-end">
          <Money cents={payment.amountCents} className={status === 'voided' ? 'line-through' : ''} />
          <PaymentBadge status={status} extra={payment.extra} />
        </div>
      </div>
      {(stripeUrl !== null || (manage && received)) && (
        <div className="row flex-wrap gap-2">
          {manage && received && <Button onClick={() => setAct('refund')}>Refund</Button>}
          {manage && received && byHand && <Button onClick={() => setAct('void')}>Void</Button>}
          {stripeUrl !== null && (
            <a className="sm" href={stripeUrl} target="_blank" rel="noopener">
              View in Stripe
            </a>
          )}
        </div>
      )}
      {act === 'void' && <VoidDialog payment={payment} onClose={close} />}
      {act === 'refund' && <RefundDialog payment={payment} onClose={close} />}
    </li>
  );
}

/** A lead's payments, newest first, each with its actions: refund it, or void it if it was recorded by hand. */
export default function LeadPaymentList({ leadId }: { leadId: string }) {
  const query = trpc.payments.list.useQuery({ leadId: leadIdSchema.parse(leadId), limit: 100 });
  if (query.isPending) return <SkeletonRows rows={1} height={92} label="Loading the payments" />;
  if (!query.data)
    return (
      <Banner action={<Button onClick={() => void query.refetch()}>Try again</Button>}>
        {problemOf(query.error).message}
      </Banner>
    );
  if (query.data.items.length === 0) return <p className="sm muted">No payments yet.</p>;
  return (
    <ul className="lead-pay-list" aria-label="Payments">
      {query.data.items.map((payment) => (
        <Row key={payment.id} payment={payment} />
      ))}
    </ul>
  );
}
