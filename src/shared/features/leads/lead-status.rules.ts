import { leadStatusSchema, type LeadStatus } from './leads.schema.ts';

const order = leadStatusSchema.options;

/** The statuses from which `to` is a step forward: a lead's status never goes back by itself (decisions.md). */
export const statusesBefore = (to: LeadStatus): LeadStatus[] => order.slice(0, order.indexOf(to));
