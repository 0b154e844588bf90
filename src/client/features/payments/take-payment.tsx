import { type SyntheticEvent, useRef, useState } from 'react';
import { PAYMENT_KINDS, type PaymentKind } from '#shared/features/payments/payment-status.rules.ts';
import type { EstimatePaymentView } from '#shared/features/payments/payments.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useTakePayment } from './use-take-payment.ts';

const KIND: Record<PaymentKind, string> = { deposit: 'Deposit', full: 'Full amount', balance: 'Balance' };
const EMAIL_HINT = 'Enter an email address, such as dana@example.com';
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

interface FormProps {
  payment: EstimatePaymentView;
  taking: ReturnType<typeof useTakePayment>;
}

/** What can be paid, where the receipt of Stripe's page goes, and the button. */
function TakeForm({ payment: { due, customerEmail }, taking }: FormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<PaymentKind | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [watched, setWatched] = useState(false);
  const kinds = PAYMENT_KINDS.filter((kind) => due[kind] !== null);
  const kind = kinds.find((one) => one === chosen) ?? kinds[0];
  const amountCents = kind && due[kind];
  if (kind === undefined || typeof amountCents !== 'number') return null;
  const email = typed ?? customerEmail ?? '';
  // without one it is typed on the payment page
  const wrong = email.trim() !== '' && !isEmail(email);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setWatched(true);
    if (wrong) field.current?.focus();
    else void taking.take({ amountCents, customerEmail: email.trim() || null });
  };
  return (
    <form className="stack" noValidate onSubmit={submit} aria-label="Take a payment">
      {kinds.length > 1 ? (
        <Segmented
          label="What is paid"
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
      <Field label="Customer email" optional error={watched && wrong ? EMAIL_HINT : undefined}>
        <Input
          ref={field}
          name="customerEmail"
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => email.trim() !== '' && setWatched(true)}
        />
      </Field>
      <Button type="submit" className="justify-self-start" working={taking.working} workingText="Processing...">
        Take {formatCents(amountCents)} now
      </Button>
    </form>
  );
}

interface TakePaymentProps {
  /** The newest version that was sent. */
  estimateId: string;
  number: string;
}

/** The contractor takes the card at the kitchen table, by the version that the homeowner has. */
export function TakePayment({ estimateId, number }: TakePaymentProps) {
  const taking = useTakePayment(estimateId);
  const { data } = taking.state;
  if (taking.state.isPending) return <SkeletonRows rows={1} height={92} label="Loading what can be paid" />;
  if (!data) return null;
  const { opened, failure, failedWords } = taking;
  return (
    <section className="stack pay-take" aria-labelledby="take-title">
      <div>
        <h3 id="take-title">Take a payment</h3>
        <p className="sm muted">
          For estimate <span className="num">{number}</span>, as it was sent
          {data.paidCents > 0 && `. ${formatCents(data.paidCents)} is paid`}.
        </p>
      </div>
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
    </section>
  );
}
