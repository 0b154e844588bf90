import { type PlanId, PLANS } from '#shared/features/billing/plans.ts';
import { Button } from '../../ui/button.tsx';
import { PlanPicker } from './plan-picker.tsx';
import type { Purchase } from './use-purchase.ts';

interface ChosenPlanProps {
  purchase: Purchase;
  chosen: PlanId;
  onOthers: () => void;
}

/** The plan that the user chose before signing up, with its button. The user isn't asked to choose again. */
export function ChosenPlan({ purchase, chosen, onOthers }: ChosenPlanProps) {
  const plan = PLANS.find(({ id }) => id === chosen);
  if (!plan) return null;
  return (
    <>
      <div className="stack-s">
        <h1>Your plan: {plan.name}</h1>
        <p className="muted">Your dashboard opens as soon as you’ve paid.</p>
      </div>
      <div className="plan-alone">
        <PlanPicker purchase={purchase} chosen={chosen} only={chosen} primary level={2} />
      </div>
      <Button variant="quiet" className="justify-self-start -ml-[17px]" onClick={onOthers}>
        Choose another plan
      </Button>
    </>
  );
}
