import type { DepositCap } from '#shared/features/estimates/deposit.rules.ts';
import { type DepositCaps, depositCapsSchema } from '#shared/features/estimates/deposit-caps.schema.ts';
import { loadTextHours } from './text-hours-by-state.ts';
import data from './us-deposit-caps.json' with { type: 'json' };

let loaded: DepositCaps | undefined;

/** The caps on deposits by state (C27), checked once. Throws ZodError where the file has a fault. */
export const loadDepositCaps = (): DepositCaps => (loaded ??= depositCapsSchema.parse(data));

/** 'California' of 'CA'; the letters themselves where the state is not in the tables. */
export const stateName = (state: string): string => loadTextHours().states[state]?.name ?? state;

/** The cap of the state of a job ('CA'); null where it has none or the state is not known. */
export const depositCapOf = (state: string | null): DepositCap | null => {
  const row = state === null ? undefined : loadDepositCaps().states[state];
  if (state === null || !row?.cap) return null;
  const { combine, fraction, dollars } = row.cap;
  return {
    state,
    stateName: stateName(state),
    combine,
    num: fraction.num,
    den: fraction.den,
    dollars: dollars ?? null,
    overDollars: row.minContractDollars ?? 0,
    fromIncluded: row.minContractIncluded,
  };
};

/** Names of the states that cap what may be taken before work starts, in order of the alphabet. */
export const cappedStates = (): string[] =>
  Object.entries(loadDepositCaps().states)
    .flatMap(([state, { cap }]) => (cap ? [stateName(state)] : []))
    .toSorted((a, b) => a.localeCompare(b));
