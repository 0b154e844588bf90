/**
 * C15: the hours of automated texts at the homeowner's place, 'HH:MM'; `from` Monday to Saturday, `sundayFrom` on
 * Sundays. A state may allow less, and a company may narrow them, never widen.
 */
export const WIDEST_HOURS = { from: '10:00', sundayFrom: '12:00', until: '20:00' } as const;
