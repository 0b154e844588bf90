/** The estimate events that move deals, in the order they occur. */
export const DEAL_RULES = ['sent', 'accepted', 'paid'] as const;
export type DealRule = (typeof DEAL_RULES)[number];
