import { z } from 'zod';
import type { Config } from '../../platform/config.ts';
import { open, seal } from '../../platform/secrets.ts';
import type { IssuedCode } from './auth-codes.ts';

const secretsSchema = z.object({ code: z.string().nullable(), token: z.string().nullable() });

/** An email's secrets as stored with it. They're encrypted, so that a copy of the table doesn't reveal them. */
export const sealedSecrets = z.object({ codeId: z.string(), sealed: z.string(), until: z.coerce.date() });
export type SealedSecrets = z.infer<typeof sealedSecrets>;

/** The email's dedupe key. It's also the encryption context, so the secrets can be decrypted only for this email. */
export const contextOf = (kind: string, codeId: string): string => `${kind}:${codeId}`;

export const sealSecrets = (
  { APP_SECRET }: Pick<Config, 'APP_SECRET'>,
  kind: string,
  { id, code, token, until }: IssuedCode,
): SealedSecrets => ({
  codeId: id,
  sealed: seal(JSON.stringify({ code, token }), APP_SECRET, contextOf(kind, id)),
  until,
});

/** Decrypts the secrets. Returns null if they've expired. Throws if they were encrypted with another APP_SECRET. */
export function openSecrets(
  { APP_SECRET }: Pick<Config, 'APP_SECRET'>,
  kind: string,
  { codeId, sealed, until }: SealedSecrets,
): z.infer<typeof secretsSchema> | null {
  // Like sessions, codes use wall-clock time.
  if (until.getTime() < Date.now()) return null;
  const opened = open(sealed, APP_SECRET, contextOf(kind, codeId));
  if (opened === undefined) throw new Error('an emailed code was sealed with another APP_SECRET');
  return secretsSchema.parse(JSON.parse(opened));
}
