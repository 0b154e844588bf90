import { z } from 'zod';
import { uuidSchema } from '#shared/primitives/ids.ts';
import { invalid } from '#shared/primitives/app-error.ts';

/**
 * A position in a list: the sort key and id of the last row on the page. Browsers treat it as opaque, but it isn't
 * secret. Times are strings with microseconds. A Date has only milliseconds, so rows would be skipped or repeated.
 */
export interface Cursor {
  key: string;
  id: string;
}

// Postgres doesn't accept the year 0.
const instantKey = z.iso.datetime({ precision: 6 }).refine((text) => !text.startsWith('0000'));
const cursorOf = (id: z.ZodType<string>) => z.tuple([z.string(), id]);

export const writeCursor = ({ key, id }: Cursor): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url');

/**
 * Parses a `writeCursor` result. Throws VALIDATION_FAILED on anything else. `id` is the schema for row ids (default:
 * UUIDs).
 */
export function readCursor(text: string, kind: 'instant' | 'text', id: z.ZodType<string> = uuidSchema()): Cursor {
  const parsed = cursorOf(id).safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  const fits = parsed.success && (kind === 'text' || instantKey.safeParse(parsed.data[0]).success);
  if (!fits || parsed.data[0].includes('\u0000'))
    throw invalid({ cursor: 'The list has changed. Start again from the top' });
  return { key: parsed.data[0], id: parsed.data[1] };
}

/** Splits the rows into a page and the next cursor. The query must return one row more than the page size. */
export function pageOf<Row extends { id: string; cursor_key: string }>(
  rows: Row[],
  limit: number,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    page,
    nextCursor: rows.length > limit && last ? writeCursor({ key: last.cursor_key, id: last.id }) : null,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
