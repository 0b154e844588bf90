/** How far a lead got, in order; a figure counts the leads that got at least that far. */
export const STAGES = ['new', 'contacted', 'sent', 'viewed', 'accepted', 'paid'] as const;
export type Stage = (typeof STAGES)[number];

/** A figure whose leads can be listed; `value` is what follows the colon. */
export type Figure =
  | { kind: 'leads' | 'answered' | 'won' | 'outstanding' | 'deposited' | 'lost' }
  | { kind: 'funnel'; stage: number }
  | { kind: 'step'; step: number }
  | { kind: 'source' | 'material' | 'zip' | 'user' | 'reason' | 'first' | 'last'; value: string };

const PLAIN = ['leads', 'answered', 'won', 'outstanding', 'deposited', 'lost'] as const;
const VALUED = ['source', 'material', 'zip', 'user', 'reason', 'first', 'last'] as const;

/** Reads `leads, answered, funnel.sent, won, outstanding, lost, source:widget, …`; undefined for anything else. */
export function parseFigure(text: string): Figure | undefined {
  const plain = PLAIN.find((kind) => kind === text);
  if (plain) return { kind: plain };
  const stage = STAGES.findIndex((one) => text === `funnel.${one}`);
  if (stage >= 0) return { kind: 'funnel', stage };
  const step = /^step:([1-5])$/.exec(text)?.[1];
  if (step !== undefined) return { kind: 'step', step: Number(step) };
  const kind = VALUED.find((one) => text.startsWith(`${one}:`));
  return kind && { kind, value: text.slice(kind.length + 1) };
}

/** Figures that every plan has. */
export const isBasic = ({ kind }: Figure): boolean =>
  kind === 'leads' || kind === 'funnel' || kind === 'won' || kind === 'source';
