import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const manifestSchema = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** The migrations that had run, in order. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  /** Tells whether an APP_SECRET is the one that the rows were encrypted and signed with. */
  secretCheck: z.string(),
});

/** What a backup contains. It's written last, so a folder without it isn't a backup. */
export type Manifest = z.infer<typeof manifestSchema>;

export const MANIFEST = 'manifest.json';
export const SECRET = 'app-secret';
export const tableFile = (table: string): string => `${table}.copy.gz`;

/** A value by which an APP_SECRET can be recognized, and that doesn't reveal it. */
export const secretCheck = (secret: string): string =>
  createHmac('sha256', secret).update('picket backup').digest('hex');

/** Reads a backup's manifest. Throws an Error with instructions if the folder isn't a complete backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`${folder} has no ${MANIFEST}, so it isn't a complete backup`);
  return manifestSchema.parse(JSON.parse(text));
}
