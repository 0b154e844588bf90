import { BYTE_ORDER_MARK, writeCsv } from '#shared/features/leads/lead-csv.file.ts';
import type { MaterialsView } from '#shared/features/take-off/take-off.schema.ts';
import type { MaterialsWords } from './words.ts';

/**
 * Returns a list as a CSV file: first everything, then each run. `runNames` has the runs' names by their index, and
 * spreadsheets read the byte order mark.
 */
export const materialsCsv = (list: MaterialsView, words: MaterialsWords, runNames: readonly string[]): string => {
  const rows = (where: string, items: MaterialsView['items']): string[][] =>
    items.map(({ label, quantity, unit }) => [where, label, String(quantity), unit]);
  return (
    BYTE_ORDER_MARK +
    writeCsv([
      [words.where, words.item, words.quantity, words.unit],
      ...rows(words.all, list.items),
      ...list.byRun.flatMap(({ run, items }) => rows(runNames[run] ?? words.run({ number: run + 1 }), items)),
    ])
  );
};
