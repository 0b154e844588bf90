import { z } from 'zod';

export const PASSWORD_MIN = 10;
/** The maximum length in UTF-8 bytes. Hashing longer passwords would only waste server time. */
export const PASSWORD_MAX_BYTES = 1_000;

// The most common passwords of ten characters or more, from public lists of leaked passwords.
const COMMON = new Set(
  `1234567890 0123456789 0987654321 9876543210 12345678910 123456789a a123456789 1234567891 123123123123 1234512345
  1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4t5 q1w2e3r4t5y6 1qaz2wsx3e 1qaz2wsx3edc 1qazxsw23edc zaq12wsxcde3 qazwsxedcrfv
  qwertyuiop qwertyuiop1 qwerty1234 qwerty12345 qwerty123456 1234qwerasdf qwer1234asdf qwertyqwerty asdfghjkl1
  asdfghjkl123 asdfasdfasdf zxcvbnm123 poiuytrewq password10 password11 password12 password123 password1234
  password12345 passw0rd123 p@ssw0rd123 p@ssword123 passwordpassword mypassword mypassword1 letmein123 letmein1234
  welcome123 welcome1234 welcome2024 welcome2025 welcome2026 iloveyou12 iloveyou123 iloveyou1234 iloveyou2u
  administrator admin12345 admin123456 adminadmin admin1234567 changeme123 changemenow rootroot123 testtest123
  test123456 sunshine123 princess123 football123 baseball123 basketball superman123 batman12345 michael123
  jennifer123 charlie123 computer123 internet123 samsung123 abcd123456 abc1234567 abcdefghij abcdefghijk
  abcdef1234 aa12345678 aa123456789 a1b2c3d4e5 a1s2d3f4g5 monkey1234 dragon1234 master1234 shadow1234 liverpool1
  manchester metallica1 chocolate1 strawberry butterfly1 liverpool123 trustno1trustno1 secret1234 whatever123
  fencefence contractor contractor1 contractor123`.split(/\s+/),
);

/**
 * Words that attackers try first here: our name, the trade and usual ones. A password of nothing but these, digits and
 * signs is too common (ASVS 6.1.2).
 */
const CONTEXT_WORDS = /picket|fencing|fences?|contractors?|company|estimates?|password|admin|owner|[^\p{L}]/gu;

/** The demo company's passwords, which are published in the README. */
const PUBLISHED = new Set(['picket-demo', 'picket-admin']);

/** Whether our docs contain this password. Such passwords work only on a trial instance. */
export const isPublishedPassword = (password: string): boolean => PUBLISHED.has(password.normalize('NFKC'));

const isOneCharacterAgain = (password: string): boolean => new Set(password).size <= 2;

/** Whether a password is an ascending or descending sequence, such as 'abcdefghijkl' or '3210987654'. */
const isSequence = (password: string): boolean => {
  const steps = Array.from(
    password.slice(1),
    (character, index) => character.charCodeAt(0) - password.charCodeAt(index),
  );
  return steps.every((step) => step === 1 || step === -9) || steps.every((step) => step === -1 || step === 9);
};

/**
 * Returns a sentence that says what's wrong with a new password, or null if it's valid. `email` is the owner's email
 * address, if known. A password that equals the email address or the part before the @ is rejected, because attackers
 * try such passwords first.
 */
export function passwordProblem(password: string, email?: string): string | null {
  if (Array.from(password).length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters`;
  if (new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES) return 'Use at most 1,000 characters';
  const plain = password.normalize('NFKC').trim().toLowerCase();
  if (email !== undefined && (plain === email || plain === email.split('@')[0]))
    return 'Don’t use your email address as your password';
  if (plain.replaceAll(CONTEXT_WORDS, '') === '' && /\p{L}/u.test(plain))
    return 'This password is too common. Choose another one';
  if (COMMON.has(plain) || isPublishedPassword(plain) || isOneCharacterAgain(plain) || isSequence(plain))
    return 'This password is too common. Choose another one';
  return null;
}

/** New password schema. Callers that have the email address also check that the password differs from it. */
export const newPassword = z.string('Choose a password').superRefine((value, context) => {
  const problem = passwordProblem(value);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});
