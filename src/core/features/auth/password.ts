import { hash, verify } from '@node-rs/argon2';

// OWASP's floor for argon2id: 19 MiB, two passes; 13 ms here
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), OPTIONS);

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one of `stored`. Takes as long where there is no such account or no password
 * (null), so that the time tells nobody which mail addresses have one.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const right = await verify(stored ?? (await decoy), password.normalize('NFKC'));
  return right && typeof stored === 'string';
}
