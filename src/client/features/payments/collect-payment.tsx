import { CircleDollarSign } from 'lucide-react';
import type { EstimateListItem } from '#shared/features/estimates/estimates.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { useTakePayment } from './use-take-payment.ts';

interface CollectPaymentProps {
  /** The accepted version of the estimate. Undefined while loading. */
  estimate: EstimateListItem | undefined;
  /** Shows an explanation. Called if no payment can be collected now. */
  onElse: () => void;
}

/**
 * Collects the deposit for an accepted estimate, or the full amount if there's no deposit. The payment page opens in a
 * new window.
 */
export default function CollectPayment({ estimate, onElse }: CollectPaymentProps) {
  const { state, take, working, opened, failure, failedWords } = useTakePayment(estimate?.id);
  const payment = state.data?.refusal === null ? state.data : undefined;
  const amountCents = payment?.due.deposit ?? payment?.due.full ?? undefined;
  const deposit = payment ? payment.due.deposit !== null : (estimate?.depositCents ?? 1) > 0;
  const said = amountCents ?? (deposit ? estimate?.depositCents : estimate?.totalCents);
  const press = () => {
    if (payment && amountCents !== undefined) void take({ amountCents, customerEmail: payment.customerEmail });
    else onElse();
  };
  return (
    <>
      {failure !== undefined && <FieldError>{failure ?? failedWords}</FieldError>}
      {opened && payment?.onItsWay?.status === 'open' && (
        <a className="sm collect-page" href={opened.url} target="_blank" rel="noopener">
          Open the payment page
        </a>
      )}
      <Button
        variant="primary"
        icon={<CircleDollarSign className="i" aria-hidden />}
        working={working}
        workingText="Processing..."
        onClick={press}
      >
        {deposit ? 'Collect deposit' : 'Collect payment'}
        {said !== undefined && <span className="num">{formatCents(said)}</span>}
      </Button>
    </>
  );
}
