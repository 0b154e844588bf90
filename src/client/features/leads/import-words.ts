import { LEAD_COLUMNS } from '#shared/features/leads/lead-csv.columns.ts';

/** Returns '1 row' or '1,240 rows'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** Returns a field's display name. */
export const columnName = (field: string): string => LEAD_COLUMNS.find(({ id }) => id === field)?.label ?? field;
