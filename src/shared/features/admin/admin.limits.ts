/** Rows per page in every list of the Admin Panel. */
export const ADMIN_PAGE = 25;
/** A company's leads are counted exactly up to this number. If there are more, the count is this number plus one. */
export const MOST_LEADS_COUNTED = 1_000;
/** The error shown if an admin records a rejection without a reason (C21). */
export const REJECTION_MISSING = 'Enter the carriers’ reason for the rejection';
