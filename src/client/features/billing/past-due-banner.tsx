import { formatDay } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PurchaseNotes } from './purchase-notes.tsx';
import { usePurchase } from './use-purchase.ts';

/** The banner after a failed renewal (S6). It says how long access lasts and where to fix the payment. */
export default function PastDueBanner({ until }: { until: string | null }) {
  const purchase = usePurchase();
  return (
    <div className="stack">
      <Banner
        action={
          <Button working={purchase.working === 'portal'} workingText="Opening..." onClick={purchase.openPortal}>
            Update payment
          </Button>
        }
      >
        <b>Your last payment failed.</b> {until ? `You have full access through ${formatDay(until)}. ` : ''}Update your
        card to keep your plan.
      </Banner>
      <PurchaseNotes purchase={purchase} />
    </div>
  );
}
