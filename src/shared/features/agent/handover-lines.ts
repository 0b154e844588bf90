import type { HandoverSummary } from './handover.schema.ts';

const LABELS: readonly (readonly [keyof HandoverSummary, string])[] = [
  ['why', 'Handed over'],
  ['said', 'Last message'],
  ['reach', 'Contact'],
  ['fence', 'Fence'],
  ['price', 'Price'],
];

/** The five lines of a handover summary, each with its label. */
export const handoverLines = (summary: HandoverSummary): [label: string, text: string][] =>
  LABELS.map(([part, label]) => [label, summary[part]]);
