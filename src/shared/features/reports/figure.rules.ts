/** The stages of a lead, in order. The figure for a stage counts the leads that reached at least that stage. */
export const STAGES = ['new', 'contacted', 'sent', 'viewed', 'accepted', 'paid'] as const;
export type Stage = (typeof STAGES)[number];

/**
 * The age groups for amounts owed. Each number is the first day of a group, in days since acceptance. The last group is
 * open-ended.
 */
export const OWED_AGES = [0, 8, 31, 61] as const;
export type OwedAge = (typeof OWED_AGES)[number];
/** Returns the last day of the group that begins with `age`, or null for the last group. */
export const lastDayOfAge = (age: OwedAge): number | null => {
  const next = OWED_AGES[OWED_AGES.indexOf(age) + 1];
  return next === undefined ? null : next - 1;
};

/** A figure that can list its leads. `value` is the part of its name after the colon. */
export type Figure =
  | { kind: 'leads' | 'answered' | 'won' | 'outstanding' | 'deposited' | 'lost' }
  | { kind: 'funnel'; stage: number }
  | { kind: 'step'; step: number }
  | { kind: 'owed'; age: OwedAge }
  | { kind: 'received'; month: string }
  | { kind: 'source' | 'material' | 'zip' | 'user' | 'reason' | 'first' | 'last'; value: string };

const PLAIN = ['leads', 'answered', 'won', 'outstanding', 'deposited', 'lost'] as const;
const VALUED = ['source', 'material', 'zip', 'user', 'reason', 'first', 'last'] as const;

/**
 * Parses a figure's name, such as `leads`, `answered`, `funnel.sent`, `won`, `outstanding`, `outstanding:8`,
 * `deposited:2026-11`, `lost` or `source:widget`. Returns undefined for any other text.
 */
export function parseFigure(text: string): Figure | undefined {
  const plain = PLAIN.find((kind) => kind === text);
  if (plain) return { kind: plain };
  const stage = STAGES.findIndex((one) => text === `funnel.${one}`);
  if (stage >= 0) return { kind: 'funnel', stage };
  const step = /^step:([1-5])$/.exec(text)?.[1];
  if (step !== undefined) return { kind: 'step', step: Number(step) };
  const age = OWED_AGES.find((one) => text === `outstanding:${one}`);
  if (age !== undefined) return { kind: 'owed', age };
  const month = /^deposited:(\d{4}-(?:0[1-9]|1[0-2]))$/.exec(text)?.[1];
  if (month !== undefined) return { kind: 'received', month };
  const kind = VALUED.find((one) => text.startsWith(`${one}:`));
  return kind && { kind, value: text.slice(kind.length + 1) };
}

/** Whether every plan includes the figure. */
export const isBasic = ({ kind }: Figure): boolean =>
  kind === 'leads' || kind === 'funnel' || kind === 'won' || kind === 'source';
