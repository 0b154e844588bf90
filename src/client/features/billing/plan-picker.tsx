import type { SubscriptionView } from '#shared/features/billing/billing.schema.ts';
import { type PlanId, PLANS } from '#shared/features/billing/plans.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { PlanCards } from './plan-cards.tsx';
import { planLabel } from './plan-words.ts';
import { PurchaseNotes } from './purchase-notes.tsx';
import type { Purchase } from './use-purchase.ts';

interface PlanPickerProps {
  purchase: Purchase;
  subscription?: SubscriptionView | undefined;
  /** The plan that was chosen before sign-up. */
  chosen?: PlanId | null;
  /** Shows only this plan's card. */
  only?: PlanId | undefined;
  /** Whether one of the cards has the page's primary button. */
  primary?: boolean;
  level?: 2 | 3;
  small?: boolean;
}

const currentOf = (subscription: SubscriptionView | undefined): PlanId | undefined =>
  subscription?.subscribed && subscription.subscriptionTier !== 'free' ? subscription.subscriptionTier : undefined;

/** The plan cards for a signed-in user. Each button opens the payment page in a new window. */
export function PlanPicker(props: PlanPickerProps) {
  const { purchase, subscription, chosen, only, primary = false, level, small = false } = props;
  // The client code also contains the plans, so the cards don't have to wait for the price ids.
  const plans = trpc.billing.plans.useQuery(undefined, { staleTime: 300_000 });
  const first = chosen ?? 'starter';
  return (
    <div className="stack">
      <PurchaseNotes purchase={purchase} />
      <PlanCards
        plans={(plans.data ?? PLANS).filter(({ id }) => only === undefined || id === only)}
        current={currentOf(subscription)}
        chosen={chosen ?? null}
        level={level ?? 3}
        small={small}
        action={({ id }) => (
          <Button
            variant={primary && id === first ? 'primary' : 'default'}
            className="btn-block"
            aria-describedby={undefined}
            working={purchase.working === id}
            workingText="Processing..."
            onClick={() => {
              if (plans.data) purchase.subscribe(plans.data.find((plan) => plan.id === id));
              else void plans.refetch();
            }}
          >
            {planLabel(id, true)}
          </Button>
        )}
      />
    </div>
  );
}
