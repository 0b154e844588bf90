import type { ReactNode } from 'react';
import type { PlanCard, PlanId } from '#shared/features/billing/plans.ts';
import { Badge } from '../../ui/badge.tsx';
import { Check } from '../../ui/icons.ts';
import { platformFee, productName } from '../../lib/product.ts';
import './plans.css';
import { planPrice, planQuotes, planUnit } from './plan-words.ts';

const PRIORITY = 'Priority support';
const PROMISE = 'An answer within one business day';

interface PlanCardsProps {
  plans: readonly PlanCard[];
  /** The current plan. Its card is labeled 'Current Plan'. */
  current?: PlanId | undefined;
  /** The plan that was chosen before sign-up. It's highlighted in addition to the 'Most Popular' plan. */
  chosen?: PlanId | null;
  /** Returns a card's button or link. */
  action: (plan: PlanCard) => ReactNode;
  /** The heading level of the cards. */
  level?: 2 | 3;
  /** Shows smaller cards with smaller prices, for a page with other settings. */
  small?: boolean;
}

/**
 * The three plans in a row (spec, section 2). Starter is labeled 'Most Popular', and the company's plan is labeled
 * 'Current Plan'.
 */
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
            {platformFee !== '' && (
              <p className="sm muted">
                {productName} keeps {platformFee} of each online payment.
              </p>
            )}
            <p className="muted">{description}</p>
            <ul>
              {features.map((feature) => (
                <li key={feature}>
                  <Check className="i" aria-hidden />{' '}
                  {feature === PRIORITY ? (
                    <span>
                      {feature} <small className="xs muted block">{PROMISE}</small>
                    </span>
                  ) : (
                    feature
                  )}
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
