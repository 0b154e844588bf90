/** The maximum number of gates in one estimate. */
export const MAX_GATES = 100;
/** The other limits of one fence: how many of each, and the characters of a label. */
export const FENCE_LIMITS = { runs: 40, lines: 60, addOns: 20, items: 200, corners: 1_000, label: 80 } as const;

export const FEET_HINT = 'Enter more than 0 and up to 100,000 feet, such as 184 or 212.5';
export const GATES_HINT = 'Enter a whole number of gates from 0 to 100, such as 1';
export const QUANTITY_HINT = 'Enter more than 0 and up to 100,000, such as 1 or 2.5';
export const COUNT_HINT = 'Enter a whole number from 0 to 1,000';
export const AT_HINT = 'Enter where the gate begins on its run, in feet, such as 12';
export const UNIT_PRICE_HINT = 'Enter a price from $0 to $100,000, such as 32.00';
/** The largest unit price in cents. */
export const MAX_UNIT_CENTS = 10_000_000;
