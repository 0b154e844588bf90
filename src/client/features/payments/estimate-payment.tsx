import { Landmark } from 'lucide-react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Note } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { sectionAddress } from '../dashboard/tabs.ts';
import type { Reckoned } from '../estimates/price-option.rules.ts';
import { useLeadsAddress } from '../leads/leads-address.ts';
import { firstNameOf } from '../leads/timeline-words.ts';

const NotConnected = () => (
  <Note tone="pine">
    <p>
      <b>Your Stripe account isn’t connected.</b> Homeowners can’t pay online yet. You can still send the estimate.
    </p>
    <Link to={sectionAddress('payments')} keepsTyping className={buttonClass('default', 'mt-2')}>
      Go to Payments Setup
    </Link>
  </Note>
);

interface EstimatePaymentProps {
  lead: LeadView;
  /** The estimate as it would be sent with the current values. Undefined if it can't be priced. */
  estimate: Reckoned | undefined;
}

/**
 * The payment section of the dialog (spec, section 2): how the homeowner can pay what is being sent. If no account is
 * connected, it links to the page for connecting one. Payments themselves are on the lead (`lead-payments.tsx`). It's
 * empty if the account's status can't be loaded or online payments aren't available.
 */
export function EstimatePayment({ lead, estimate }: EstimatePaymentProps) {
  const { linkTo } = useLeadsAddress();
  const connection = trpc.payments.status.useQuery();
  if (connection.isPending) return <SkeletonRows rows={1} height={64} label="Checking the payment account" />;
  if (!connection.data) return null;
  const { connected, available } = connection.data;
  if (!available) return null;
  if (!connected) return <NotConnected />;
  const deposit = estimate?.deposit;
  if (!deposit) return null;
  return (
    <Note icon={<Landmark className="i" aria-hidden />}>
      <b>{firstNameOf(lead.name)} can pay online.</b> {deposit.cents > 0 && `Deposit of ${deposit.words}`}
      {deposit.cents > 0 && deposit.full && ', or the full amount'}
      {deposit.cents === 0 && 'The full amount'}, straight to your account.
      {lead.estimateStatus !== null && (
        <Link className="block" to={linkTo({ lead: lead.id, dialog: null, view: 'overview' })} keepsTyping keepScroll>
          Payments for this lead
        </Link>
      )}
    </Note>
  );
}
