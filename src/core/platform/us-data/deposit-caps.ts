import type { DepositCap } from '#shared/features/estimates/deposit-cap.rules.ts';
import { type DepositCaps, depositCapsSchema } from '#shared/features/estimates/deposit-caps.schema.ts';
import { loadTextHours } from './text-hours-by-state.ts';
import data from './us-deposit-caps.json' with { type: 'json' };

let loaded: DepositCaps | undefined;

/** Returns the deposit caps by state (C27). The file is validated once. Throws ZodError if it's invalid. */
export const loadDepositCaps = (): DepositCaps => (loaded ??= depositCapsSchema.parse(data));

/** Returns a US state's name, such as 'California' for 'CA'. Returns an unknown code unchanged. */
export const stateName = (state: string): string => loadTextHours().states[state]?.name ?? state;

/** Returns the deposit cap for a job's state ('CA'). Null if there's no cap or the state is unknown. */
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

/** Returns the names of the US states that cap payments before work starts, in alphabetical order. */
export const cappedStates = (): string[] =>
  Object.entries(loadDepositCaps().states)
    .flatMap(([state, { cap }]) => (cap ? [stateName(state)] : []))
    .toSorted((a, b) => a.localeCompare(b));
