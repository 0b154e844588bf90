import { z } from 'zod';
import { defineJob } from '../../primitives/job.ts';

/** A separate queue: a company with many messages must not delay a payment. */
export const BILLING_QUEUE = 'billing';

/** Stripe sent an event. Tried once: the stored events are authoritative, and the sweep enqueues the job again. */
export const stripeEventsJob = defineJob({ name: 'stripe-events', payload: z.object({}), attempts: 1 });

/** Some rows haven't been compared with Stripe since last night. Tried once, because the sweep enqueues it again. */
export const reconcileJob = defineJob({ name: 'reconcile', payload: z.object({}), attempts: 1 });

/** Some homeowners' payments must be checked at Stripe. Tried once, because the sweep enqueues it again. */
export const checkPaymentsJob = defineJob({ name: 'check-payments', payload: z.object({}), attempts: 1 });

/** All jobs of this feature. The worker doesn't start if one has no handler. */
export const billingJobs = [stripeEventsJob, reconcileJob, checkPaymentsJob] as const;
export type BillingJob = (typeof billingJobs)[number];
