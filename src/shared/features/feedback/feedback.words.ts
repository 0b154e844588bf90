/** Said where something of the three is missing (spec, section 8). */
export const FEEDBACK_MISSING = 'Please fill in all required fields';
export const MAX_FEEDBACK = 5_000;

/** What the form offers; the server keeps whatever it is called. */
export const FEEDBACK_CATEGORIES = ['Problem', 'Idea', 'Question', 'Praise', 'Something else'] as const;
