/** The checklist item for an unconfirmed company email address. */
export const EMAIL_CONFIRMATION = 'email confirmation';
