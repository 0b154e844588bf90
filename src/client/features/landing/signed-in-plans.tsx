import { trpc } from '../../lib/trpc.ts';
import { withServer } from '../../lib/with-server.tsx';
import { Link } from '../../lib/router.tsx';
import { Note } from '../../ui/banner.tsx';
import { ACCOUNT } from '../auth/after-sign-in.ts';
import { PlanPicker } from '../billing/plan-picker.tsx';
import { usePurchase } from '../billing/use-purchase.ts';

/** The landing page's plan cards for a signed-in user. */
function SignedInPlans() {
  const subscription = trpc.subscription.check.useQuery();
  const purchase = usePurchase();
  return (
    <div className="stack">
      {purchase.opened && !purchase.opened.blocked && (
        <div role="status">
          <Note tone="pine">
            Finish on the payment page, in the other window. Then <Link to={ACCOUNT}>open your account</Link>.
          </Note>
        </div>
      )}
      <PlanPicker purchase={purchase} subscription={subscription.data} primary={!subscription.data?.subscribed} />
    </div>
  );
}

export default withServer(SignedInPlans);
