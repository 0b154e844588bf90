/** The events of an estimate that deals follow, in the order in which they happen. */
export const DEAL_RULES = ['sent', 'accepted', 'paid'] as const;
export type DealRule = (typeof DEAL_RULES)[number];
