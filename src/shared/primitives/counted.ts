/** Returns '1 row' or '1,240 rows'. A count before a noun always goes through here, or through a catalog's `one` and `other`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
