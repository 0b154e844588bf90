import { LEAD_COLUMNS } from '#shared/features/leads/lead-csv.known-columns.ts';

export { counted } from '#shared/primitives/counted.ts';

/** Returns a field's display name. */
export const columnName = (field: string): string => LEAD_COLUMNS.find(({ id }) => id === field)?.label ?? field;
