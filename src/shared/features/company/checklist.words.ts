/** Stands among what a new company has left to add where its email address is not confirmed. */
export const EMAIL_CONFIRMATION = 'email confirmation';
