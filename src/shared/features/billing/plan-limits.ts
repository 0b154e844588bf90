/** Quotes per billing period (decisions.md, plans and quota). The pay-as-you-go plan uses lead credits instead. */
export const QUOTES_PER_PERIOD = { starter: 50, pro: 500, free: 500 } as const;
