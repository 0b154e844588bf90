/** Rows per page in every list of the Admin Panel. */
export const ADMIN_PAGE = 25;
/** A company's leads are counted only up to this number. A count of one more means that there are more. */
export const MOST_LEADS_COUNTED = 1_000;
/** The error if an admin records a rejection without a reason (C21). */
export const REJECTION_MISSING = 'Enter the carriers’ reason for the rejection';
