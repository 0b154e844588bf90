/** Rows per page in every list of the Admin Panel. */
export const ADMIN_PAGE = 25;
/** A company's lead count is capped at one more than this number. That value means that there are more leads. */
export const MOST_LEADS_COUNTED = 1_000;
/** The error if an admin records a rejection without a reason (C21). */
export const REJECTION_MISSING = 'Enter the carriers’ reason for the rejection';
