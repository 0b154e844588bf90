import { checkoutSessionCompleted } from './checkout-session-completed.ts';
import { checkoutSessionAsyncPaymentSucceeded } from './checkout-session-async-payment-succeeded.ts';
import { checkoutSessionAsyncPaymentFailed } from './checkout-session-async-payment-failed.ts';
import { checkoutSessionExpired } from './checkout-session-expired.ts';
import { customerSubscriptionCreated } from './customer-subscription-created.ts';
import { customerSubscriptionUpdated } from './customer-subscription-updated.ts';
import { customerSubscriptionDeleted } from './customer-subscription-deleted.ts';
import { customerSubscriptionPaused } from './customer-subscription-paused.ts';
import { customerSubscriptionResumed } from './customer-subscription-resumed.ts';
import { invoicePaid } from './invoice-paid.ts';
import { invoicePaymentFailed } from './invoice-payment-failed.ts';
import { invoicePaymentActionRequired } from './invoice-payment-action-required.ts';
import { invoiceFinalizationFailed } from './invoice-finalization-failed.ts';
import { chargeRefunded } from './charge-refunded.ts';
import { refundCreated } from './refund-created.ts';
import { refundUpdated } from './refund-updated.ts';
import { refundFailed } from './refund-failed.ts';
import { chargeDisputeCreated } from './charge-dispute-created.ts';
import { chargeDisputeUpdated } from './charge-dispute-updated.ts';
import { chargeDisputeClosed } from './charge-dispute-closed.ts';
import { chargeDisputeFundsWithdrawn } from './charge-dispute-funds-withdrawn.ts';
import { chargeDisputeFundsReinstated } from './charge-dispute-funds-reinstated.ts';
import { radarEarlyFraudWarningCreated } from './radar-early-fraud-warning-created.ts';
import { accountUpdated } from './account-updated.ts';
import { capabilityUpdated } from './capability-updated.ts';
import { accountApplicationDeauthorized } from './account-application-deauthorized.ts';
import { payoutFailed } from './payout-failed.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** What both endpoints hear of: payments, whoever's. */
const PAYMENT_EVENTS: Readonly<Record<string, StripeEventHandler>> = {
  'checkout.session.completed': checkoutSessionCompleted,
  'checkout.session.async_payment_succeeded': checkoutSessionAsyncPaymentSucceeded,
  'checkout.session.async_payment_failed': checkoutSessionAsyncPaymentFailed,
  'checkout.session.expired': checkoutSessionExpired,
  'charge.refunded': chargeRefunded,
  'refund.created': refundCreated,
  'refund.updated': refundUpdated,
  'refund.failed': refundFailed,
  'charge.dispute.created': chargeDisputeCreated,
  'charge.dispute.updated': chargeDisputeUpdated,
  'charge.dispute.closed': chargeDisputeClosed,
  'charge.dispute.funds_withdrawn': chargeDisputeFundsWithdrawn,
  'charge.dispute.funds_reinstated': chargeDisputeFundsReinstated,
  'radar.early_fraud_warning.created': radarEarlyFraudWarningCreated,
};

/** What the platform's own endpoint hears of (S5). A type that is not here is kept and changes nothing. */
export const PLATFORM_EVENTS: Readonly<Record<string, StripeEventHandler>> = {
  ...PAYMENT_EVENTS,
  'customer.subscription.created': customerSubscriptionCreated,
  'customer.subscription.updated': customerSubscriptionUpdated,
  'customer.subscription.deleted': customerSubscriptionDeleted,
  'customer.subscription.paused': customerSubscriptionPaused,
  'customer.subscription.resumed': customerSubscriptionResumed,
  'invoice.paid': invoicePaid,
  'invoice.payment_failed': invoicePaymentFailed,
  'invoice.payment_action_required': invoicePaymentActionRequired,
  'invoice.finalization_failed': invoiceFinalizationFailed,
};

/** What the Connect endpoint hears of connected accounts (S5, S10, S11). */
export const CONNECT_EVENTS: Readonly<Record<string, StripeEventHandler>> = {
  ...PAYMENT_EVENTS,
  'account.updated': accountUpdated,
  'capability.updated': capabilityUpdated,
  'account.application.deauthorized': accountApplicationDeauthorized,
  'payout.failed': payoutFailed,
};
