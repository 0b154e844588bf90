import { z } from 'zod';
import { defineJob } from '../../primitives/job.ts';

/** A separate queue: a company with many messages must not delay a payment. */
export const BILLING_QUEUE = 'billing';

/** 'Stripe sent an event.' Tried once: the stored events are authoritative, and the sweep enqueues again. */
export const stripeEventsJob = defineJob({ name: 'stripe-events', payload: z.object({}), attempts: 1 });

/** 'Some rows weren't compared with Stripe since last night.' Tried once, for the same reason. */
export const reconcileJob = defineJob({ name: 'reconcile', payload: z.object({}), attempts: 1 });

/** 'Some homeowners' payments must be checked.' Tried once, for the same reason. */
export const checkPaymentsJob = defineJob({ name: 'check-payments', payload: z.object({}), attempts: 1 });

/** Every job of this feature; the worker refuses to start if one has no handler. */
export const billingJobs = [stripeEventsJob, reconcileJob, checkPaymentsJob] as const;
export type BillingJob = (typeof billingJobs)[number];
