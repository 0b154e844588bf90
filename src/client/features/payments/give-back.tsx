import { useState } from 'react';
import { formatCents } from '#shared/primitives/cents.ts';
import { leadIdSchema, paymentIdSchema } from '#shared/primitives/ids.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useAfterPayment } from './use-after-payment.ts';

/**
 * What a homeowner has paid too much, with one button that gives exactly that back. It goes back on the newest payment that
 * is large enough, one through Stripe first. If none is, the payments' own buttons give it back.
 */
export default function GiveBack({ leadId, cents }: { leadId: string; cents: number }) {
  const payments = trpc.payments.list.useQuery({ leadId: leadIdSchema.parse(leadId), limit: 100 });
  const [key] = useState(() => crypto.randomUUID());
  const after = useAfterPayment();
  const call = trpc.payments.refund.useMutation({
    onSuccess: async () => {
      await after();
      toast.done(`${formatCents(cents)} refunded`);
    },
  });
  const able = (payments.data?.items ?? []).filter(
    ({ status, amountCents, refundedCents }) =>
      (status === 'succeeded' || status === 'partially_refunded') && amountCents - refundedCents >= cents,
  );
  const payment = able.find(({ byHand }) => !byHand) ?? able[0];
  return (
    <>
      {call.error && <Banner>{problemOf(call.error).message}</Banner>}
      <Note tone="pine">
        <div className="row between flex-wrap gap-2">
          <span>
            <b>Paid too much:</b> <span className="num">{formatCents(cents)}</span>
            {payment?.byHand && '. Refund it yourself, then note it here'}
          </span>
          {payment && (
            <Button
              working={call.isPending}
              workingText="Refunding..."
              onClick={() =>
                call.mutate({ paymentId: paymentIdSchema.parse(payment.id), cents, idempotencyKey: `${key}:${cents}` })
              }
            >
              {payment.byHand ? 'Note the refund' : `Refund ${formatCents(cents)}`}
            </Button>
          )}
        </div>
      </Note>
    </>
  );
}
