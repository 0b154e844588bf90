/**
 * The usual reasons for losing a lead or a deal, as stored and reported. The contractor can also type another reason.
 */
export const LOST_REASONS = ['price', 'went with someone else', 'no answer', 'not now', 'outside our area'] as const;

export const MAX_LOST_REASON = 500;
