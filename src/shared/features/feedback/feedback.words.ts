/** The error for a missing required field (spec, section 8). */
export const FEEDBACK_MISSING = 'Please fill in all required fields';
export const MAX_FEEDBACK = 5_000;

/** The categories in the form. The server accepts any category. */
export const FEEDBACK_CATEGORIES = ['Problem', 'Idea', 'Question', 'Praise', 'Something else'] as const;
