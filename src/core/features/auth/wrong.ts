import { AppError, invalid } from '#shared/primitives/app-error.ts';

const CODE = 'That code isn’t right, or it has expired. Open the link in the newest email, or request a new code';

/**
 * The one refusal of six digits, whether they are wrong, late, spent or for an address that nobody has. Who is
 * signed in gets it at the field: his session is good, and UNAUTHENTICATED would end it on the screen.
 */
export const wrongCode = (viewer: object | null): AppError =>
  viewer === null ? new AppError(CODE, 'UNAUTHENTICATED') : invalid({ code: CODE });

/** The one refusal of a link. */
export const wrongLink = (): AppError =>
  invalid({ token: 'This link has expired or was already used. Request a new one' });
