import { AppError, invalid } from '#shared/primitives/app-error.ts';

const CODE = 'That code isn’t right, or it has expired. Open the link in the newest email, or request a new code';

/**
 * The only refusal of six digits: wrong, expired, spent or for an unknown address. Signed-in users get it at the field,
 * because UNAUTHENTICATED would end their valid session on the screen.
 */
export const wrongCode = (viewer: object | null): AppError =>
  viewer === null ? new AppError(CODE, 'UNAUTHENTICATED') : invalid({ code: CODE });

/** The only refusal of a link. */
export const wrongLink = (): AppError =>
  invalid({ token: 'This link has expired or was already used. Request a new one' });
