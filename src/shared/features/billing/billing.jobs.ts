import { z } from 'zod';
import { defineJob } from '../../primitives/job.ts';

/** Its own queue: a company with many messages must not hold up a payment. */
export const BILLING_QUEUE = 'billing';

/** 'Stripe has told us something.' Tried once: the stored events are the truth, and the sweep rings again. */
export const stripeEventsJob = defineJob({ name: 'stripe-events', payload: z.object({}), attempts: 1 });

/** 'Some rows were not compared with Stripe since last night.' Tried once, for the same reason. */
export const reconcileJob = defineJob({ name: 'reconcile', payload: z.object({}), attempts: 1 });

/** 'Some homeowners' payments must be asked about.' Tried once, for the same reason. */
export const checkPaymentsJob = defineJob({ name: 'check-payments', payload: z.object({}), attempts: 1 });

/** Every job of this feature; the worker refuses to start where one has no handler. */
export const billingJobs = [stripeEventsJob, reconcileJob, checkPaymentsJob] as const;
export type BillingJob = (typeof billingJobs)[number];
