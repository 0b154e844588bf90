/** Quotes per billing period (spec, section 9). The pay-as-you-go plan uses lead credits instead. */
export const QUOTES_PER_PERIOD = { starter: 50, pro: 500, free: 500 } as const;
