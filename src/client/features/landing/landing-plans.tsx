import { lazy, Suspense } from 'react';
import { PLANS } from '#shared/features/billing/plans.ts';
import { Link } from '../../lib/router.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { authAddress } from '../auth/auth-place.ts';
import { PlanCards } from '../billing/plan-cards.tsx';
import { planLabel } from '../billing/plan-words.ts';
import type { Visitor } from './use-visitor.ts';

const SignedInPlans = lazy(() => import('./signed-in-plans.tsx'));

const strangers = (
  <PlanCards
    plans={PLANS}
    action={({ id }) => (
      <Link
        to={authAddress('sign-up', { plan: id })}
        className={buttonClass(id === 'starter' ? 'primary' : 'default', 'btn-block')}
      >
        {planLabel(id, false)}
      </Link>
    )}
  />
);

/** The plan cards; for who is signed in they open the payment page. */
export function LandingPlans({ visitor }: { visitor: Visitor }) {
  return (
    <section className="l-sec l-w" id="pricing" aria-labelledby="pricing-title">
      <h2 id="pricing-title">Choose Your Plan</h2>
      {visitor === 'known' ? (
        <Suspense fallback={strangers}>
          <SignedInPlans />
        </Suspense>
      ) : (
        strangers
      )}
    </section>
  );
}
