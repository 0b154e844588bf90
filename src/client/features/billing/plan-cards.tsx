import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PlanCard, PlanId } from '#shared/features/billing/plans.ts';
import { Badge } from '../../ui/badge.tsx';
import './plans.css';
import { planPrice, planQuotes, planUnit } from './plan-words.ts';

interface PlanCardsProps {
  plans: readonly PlanCard[];
  /** The plan that is paid for now; its card says so. */
  current?: PlanId | undefined;
  /** The one that stands out beside 'Most Popular': where it was chosen before the sign-up. */
  chosen?: PlanId | null;
  /** The button or link of a card. */
  action: (plan: PlanCard) => ReactNode;
  /** Level of the cards' headings. */
  level?: 2 | 3;
  /** Low cards with small prices, where they are one setting among others. */
  small?: boolean;
}

/** The three plans in a row (spec, section 2): 'Most Popular' on Starter, 'Current Plan' on one's own. */
export function PlanCards({ plans, current, chosen, action, level = 3, small = false }: PlanCardsProps) {
  const Heading = `h${level}` as const;
  return (
    <ul className={small ? 'plans plans-small' : 'plans'}>
      {plans.map((plan) => {
        const { id, name, priceCents, description, features } = plan;
        return (
          <li
            key={id}
            className={`card plan ${id === 'starter' ? 'plan-popular' : ''} ${id === chosen ? 'plan-chosen' : ''}`}
            aria-label={name}
          >
            <div className="row between min-h-[26px]">
              <Heading>{name}</Heading>
              {id === 'starter' && <Badge tone="contacted">Most Popular</Badge>}
            </div>
            <p>
              <span className="plan-price num">{planPrice(priceCents)}</span>{' '}
              <span className="muted">{planUnit(id)}</span>
            </p>
            <p className="plan-quotes num">{planQuotes(id)}</p>
            <p className="muted">{description}</p>
            <ul>
              {features.map((feature) => (
                <li key={feature}>
                  <Check className="i" aria-hidden /> {feature}
                </li>
              ))}
            </ul>
            {id === current ? (
              <button type="button" className="btn btn-block" disabled>
                Current Plan
              </button>
            ) : (
              action(plan)
            )}
          </li>
        );
      })}
    </ul>
  );
}
