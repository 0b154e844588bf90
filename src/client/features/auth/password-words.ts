import { PASSWORD_MIN, passwordProblem } from '#shared/features/auth/password.rules.ts';

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u];
const LONG = 16;

/**
 * Describes the strength of a new password. Returns '' if it's empty. Length counts more than character variety, so
 * four words are enough.
 */
export const passwordWords = (password: string, email: string): string => {
  const { length } = Array.from(password);
  if (length === 0) return '';
  const missing = PASSWORD_MIN - length;
  if (missing > 0) return missing === 1 ? 'One more character' : `${missing} more characters`;
  const problem = passwordProblem(password, email.trim().toLowerCase());
  if (problem) return `${problem}.`;
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const different = new Set(password.toLowerCase()).size;
  if (different < 6) return 'Weak: it repeats the same characters.';
  if (length >= LONG || (kinds >= 3 && length >= 12)) return 'Strong.';
  return 'Good enough. A few more characters will make it strong.';
};
