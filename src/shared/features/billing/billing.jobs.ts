import { z } from 'zod';
import { defineJob } from '../../primitives/job.ts';

/** A separate queue, so that a company with many messages doesn't delay payments. */
export const BILLING_QUEUE = 'billing';

/**
 * Processes stored Stripe events. The queue doesn't retry the job, because the events are stored in Postgres and the
 * sweep enqueues it again.
 */
export const stripeEventsJob = defineJob({ name: 'stripe-events', payload: z.object({}), attempts: 1 });

/**
 * Compares the stored plans with Stripe's. Skips plans that were compared after the most recent 08:00 UTC
 * (`lastNight`). The queue doesn't retry the job, because the sweep enqueues it again.
 */
export const reconcileJob = defineJob({ name: 'reconcile', payload: z.object({}), attempts: 1 });

/** Checks homeowners' payments with Stripe. The queue doesn't retry the job, because the sweep enqueues it again. */
export const checkPaymentsJob = defineJob({ name: 'check-payments', payload: z.object({}), attempts: 1 });

/** All jobs of this feature. The worker doesn't start if any of them doesn't have a handler. */
export const billingJobs = [stripeEventsJob, reconcileJob, checkPaymentsJob] as const;
export type BillingJob = (typeof billingJobs)[number];
