import { useState } from 'react';
import { PAYMENT_KINDS, type PaymentKind } from '#shared/features/payments/payment-status.rules.ts';
import type { EstimatePaymentView } from '#shared/features/payments/payments.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { problemOf } from '../../lib/errors.ts';
import { useForm } from '../../lib/form.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useTakePayment } from './use-take-payment.ts';
import './payments.css';

const KIND: Record<PaymentKind, string> = {
  deposit: 'Deposit',
  full: 'Full amount',
  balance: 'Balance',
  part: 'Payment',
};
const EMAIL_HINT = 'Enter an email address, such as dana@example.com';
/** The email address is optional. If it's missing, the customer enters one on the payment page. */
const emailFaults = ({ customerEmail }: { customerEmail: string }): FieldErrors =>
  /^([^\s@]+@[^\s@]+\.[^\s@]+)?$/.test(customerEmail.trim()) ? {} : { customerEmail: EMAIL_HINT };

interface FormProps {
  payment: EstimatePaymentView;
  taking: ReturnType<typeof useTakePayment>;
}

/** The amounts that can be paid, the email address for the receipt, and the pay button. */
function TakeForm({ payment: { due, customerEmail }, taking }: FormProps) {
  const [chosen, setChosen] = useState<PaymentKind | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const kinds = PAYMENT_KINDS.filter((kind) => due[kind] !== null);
  const kind = kinds.find((one) => one === chosen) ?? kinds[0];
  const amountCents = (kind && due[kind]) ?? null;
  const { form, field, errors } = useForm({
    values: { customerEmail: typed ?? customerEmail ?? '' },
    type: (change) => setTyped(change.customerEmail ?? typed),
    rules: emailFaults,
    submit: (values) => {
      if (amountCents !== null) void taking.take({ amountCents, customerEmail: values.customerEmail.trim() || null });
    },
  });
  if (kind === undefined || amountCents === null) return null;
  return (
    <form {...form} className="stack" aria-label="Take a payment">
      {kinds.length > 1 ? (
        <Segmented
          label="Payment"
          value={kind}
          onChange={setChosen}
          options={kinds.map((one) => ({
            value: one,
            label: (
              <>
                {KIND[one]} <span className="num">{formatCents(due[one] ?? 0)}</span>
              </>
            ),
          }))}
        />
      ) : (
        <p>
          {KIND[kind]} <b className="num">{formatCents(amountCents)}</b>
        </p>
      )}
      <Field label="Customer email" optional error={errors['customerEmail']}>
        <Input {...field('customerEmail')} type="email" autoComplete="off" />
      </Field>
      <Button type="submit" className="justify-self-start" working={taking.working} workingText="Processing...">
        Take {formatCents(amountCents)} now
      </Button>
    </form>
  );
}

interface TakePaymentProps {
  /** The ID of the newest estimate version that was sent. */
  estimateId: string;
  number: string;
}

/** Collects a payment in person for the estimate version that was sent to the homeowner. */
export default function TakePayment({ estimateId, number }: TakePaymentProps) {
  const taking = useTakePayment(estimateId);
  const { data } = taking.state;
  if (taking.state.isPending) return <SkeletonRows rows={1} height={92} label="Loading the payment options" />;
  if (!data)
    return (
      <Banner action={<Button onClick={() => void taking.state.refetch()}>Try again</Button>}>
        {problemOf(taking.state.error).message}
      </Banner>
    );
  const { opened, failure, failedWords } = taking;
  return (
    <div className="stack">
      <p className="sm muted">
        For estimate <span className="num">{number}</span>, the version you sent.
      </p>
      {failure !== undefined && (
        <Banner>
          <b>{failedWords}</b>
          {failure !== null && <p>{failure}</p>}
        </Banner>
      )}
      {opened && data.onItsWay?.status === 'open' && (
        <p className="sm" role="status">
          {opened.blocked ? 'Your browser blocked the new window. ' : 'The payment page is open in the other window. '}
          <a href={opened.url} target="_blank" rel="noopener">
            Open the payment page
          </a>
        </p>
      )}
      {data.refusal === null ? <TakeForm payment={data} taking={taking} /> : <p>{data.refusal}.</p>}
    </div>
  );
}
