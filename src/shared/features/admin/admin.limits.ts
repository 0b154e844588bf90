/** Rows per page in every list of the Admin Panel. */
export const ADMIN_PAGE = 25;
/**
 * The highest number of a company's leads that is counted exactly. If there are more, the count is one more than this
 * number.
 */
export const MOST_LEADS_COUNTED = 1_000;
/** The error shown if an admin records a rejection without a reason (C21). */
export const REJECTION_MISSING = 'Enter the carriers’ reason for the rejection';
