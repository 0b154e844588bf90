import { accessOf, type AccessRow } from '../billing/access.ts';

/**
 * Whether the company has what Starter doesn't include: every material in the widget, its own branding (decisions.md,
 * plans).
 */
export const hasPremium = (plan: AccessRow | undefined, now: Date): boolean => accessOf(plan, now).features.branding;
