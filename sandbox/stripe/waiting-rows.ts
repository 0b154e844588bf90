import type { CheckoutRow } from '../api/checkouts.route.ts';
import type { PaymentIntent } from './stripe-objects.ts';
import type { Owner, StripeWorld } from './stripe-world.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const money = (cents: number): string => dollars.format(cents / 100);
const button = (words: string, path: string, body?: object) => ({ words, path: `/api/${path}`, ...(body && { body }) });
const SHOWN = 12;

/** Lists all Stripe objects that require user action, for the sandbox page. Newest first within each kind. */
export function waitingRows(world: StripeWorld): CheckoutRow[] {
  return [...checkouts(world), ...accounts(world), ...subscriptions(world), ...payments(world)];
}

function checkouts(world: StripeWorld): CheckoutRow[] {
  return world
    .everywhere('checkout.session')
    .filter(({ value }) => value.status === 'open')
    .slice(0, SHOWN)
    .map(({ owner, value: { id, amount_total, mode, url } }) => ({
      id,
      title: `Checkout for ${money(amount_total)}`,
      detail:
        mode === 'subscription'
          ? 'A plan, not paid yet'
          : `${owner === null ? 'A payment' : 'A homeowner’s payment'}, not paid yet`,
      ...(url === null ? {} : { open: url }),
      actions: [
        button(mode === 'subscription' ? 'Pay' : 'Pay by card', `checkouts/${id}/complete`),
        ...(mode === 'payment' ? [button('Pay by bank', `checkouts/${id}/complete`, { paymentStatus: 'unpaid' })] : []),
        button('Abandon', `checkouts/${id}/expire`),
      ],
    }));
}

function accounts(world: StripeWorld): CheckoutRow[] {
  return world
    .everywhere('account')
    .slice(0, SHOWN)
    .map(({ value: { id, email, charges_enabled: charges } }) => ({
      id,
      title: `Account for ${email ?? id}`,
      detail: charges ? 'Takes payments' : 'Can’t take payments yet',
      actions: [
        charges ? button('Stop payments', `accounts/${id}/restrict`) : button('Complete', `accounts/${id}/complete`),
      ],
    }));
}

function subscriptions(world: StripeWorld): CheckoutRow[] {
  return world
    .everywhere('subscription')
    .filter(({ value }) => value.status !== 'canceled')
    .slice(0, SHOWN)
    .map(({ owner, value: { id, status, customer } }) => ({
      id,
      title: `Subscription for ${world.find('customer', customer, owner)?.email ?? customer}`,
      detail: status === 'past_due' ? 'Past due' : 'Active',
      actions: [
        button('Renew', `subscriptions/${id}/renew`),
        button('Fail the renewal', `subscriptions/${id}/fail`),
        button('Cancel', `subscriptions/${id}/cancel`),
      ],
    }));
}

function payments(world: StripeWorld): CheckoutRow[] {
  return world
    .everywhere('payment_intent')
    .filter(({ owner, value }) => value.status === 'processing' || (owner !== null && value.status === 'succeeded'))
    .slice(0, SHOWN)
    .map(({ owner, value }) => ({
      id: value.id,
      title: `Payment of ${money(value.amount)}`,
      ...whatCanBe(world, owner, value),
    }));
}

function whatCanBe(
  world: StripeWorld,
  owner: Owner,
  { id, status, latest_charge: charge }: PaymentIntent,
): Pick<CheckoutRow, 'detail' | 'actions'> {
  if (status === 'processing')
    return {
      detail: 'On its way from the bank',
      actions: [
        button('Settle', `payments/${id}/settle`),
        button('Let it fail', `payments/${id}/settle`, { outcome: 'failed' }),
      ],
    };
  const dispute = world.list('dispute', owner).find((one) => one.charge === charge);
  if (dispute?.status === 'needs_response')
    return {
      detail: 'Disputed',
      actions: [
        button('Win the dispute', `payments/${id}/dispute`, { outcome: 'won' }),
        button('Lose it', `payments/${id}/dispute`, { outcome: 'lost' }),
      ],
    };
  const { refunded = false } = (charge !== null && world.find('charge', charge, owner)) || {};
  if (refunded || dispute?.status === 'lost') return { detail: refunded ? 'Refunded' : 'Dispute lost', actions: [] };
  return {
    detail: 'Paid',
    actions: [button('Refund', `payments/${id}/refund`), button('Dispute', `payments/${id}/dispute`)],
  };
}
