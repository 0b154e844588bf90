/**
 * The four statuses of a lead, in order (spec, section 4). This file doesn't import zod, so that the first screen stays
 * small.
 */
export const LEAD_STATUSES = ['new', 'contacted', 'estimate_sent', 'paid'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

/** The badge texts (spec, section 2). */
export const LEAD_STATUS_LABEL: Record<LeadStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  estimate_sent: 'Estimate Sent',
  paid: 'Paid',
};

/**
 * Returns the statuses before `to`. A lead can move to `to` only from one of these, because its status never goes back
 * automatically.
 */
export const statusesBefore = (to: LeadStatus): LeadStatus[] => LEAD_STATUSES.slice(0, LEAD_STATUSES.indexOf(to));
