import type { FieldErrors } from '../../primitives/app-error.ts';
import { formatFeet, formatNumber, hundredthsOfFoot } from '../../primitives/feet.ts';
import type { Language } from '../../primitives/language.ts';
import { calculatedWords } from '../estimates/words.ts';
import { type FenceLine, inAll, priced } from './fence-line.ts';
import type { Fence, FenceGate, FenceRun } from './fence.ts';
import type { GateKind, PriceList } from './price-book.ts';

/** Functions with `faults` add their errors to it, by the path of the field. */
export interface Faulty {
  faults: FieldErrors;
}

/** A gate with its kind in the book. */
export interface PlacedGate {
  kind: GateKind;
  gate: FenceGate;
  index: number;
  /** The run that the gate is on. Undefined if it isn't known. */
  run: number | undefined;
}

/** Finds each gate's kind and run. Reports unknown ones. */
export const placeGates = (fence: Fence, { prices, faults }: Faulty & { prices: PriceList }): PlacedGate[] =>
  fence.gates.flatMap((gate, index) => {
    const kind = prices.book.gateKinds.find(({ key }) => key === gate.kind);
    if (!kind) {
      const known = prices.book.gateKinds.map(({ key }) => key).join(', ');
      faults[`gates.${index}.kind`] = `Your price book has no gate “${gate.kind}”. It has ${known}`;
      return [];
    }
    const run = gate.run ?? (fence.runs.length === 1 ? 0 : undefined);
    if (run !== undefined && fence.runs[run] === undefined) {
      faults[`gates.${index}.run`] = `Choose a run from 0 to ${fence.runs.length - 1}`;
      return [];
    }
    if (gate.atFeet !== undefined && run === undefined) {
      faults[`gates.${index}.run`] = 'Choose the run that this gate is on';
      return [];
    }
    return [{ kind, gate, index, run }];
  });

/** Reports gates that don't fit in their run, or that overlap another gate. Plain gates have no place. */
const checkPlaces = (fence: Fence, { gates, faults }: Faulty & { gates: readonly PlacedGate[] }): void => {
  for (const [number, { feet }] of fence.runs.entries()) {
    const here = gates.filter(({ run }) => run === number);
    let taken = 0;
    for (const { kind, index, gate } of here) {
      taken += hundredthsOfFoot(kind.widthFt);
      const width = formatFeet(kind.widthFt);
      if (hundredthsOfFoot(kind.widthFt) > hundredthsOfFoot(feet))
        faults[`gates.${index}.run`] =
          `This gate is ${width} wide, and its run is ${formatFeet(feet)}. Choose another run or gate`;
      else if (taken > hundredthsOfFoot(feet))
        faults[`gates.${index}.run`] ??=
          `The gates on this run are wider than its ${formatFeet(feet)}. Choose another run for this one`;
      else if (gate.atFeet !== undefined && hundredthsOfFoot(gate.atFeet + kind.widthFt) > hundredthsOfFoot(feet))
        faults[`gates.${index}.atFeet`] =
          `This ${width} gate would end past its run of ${formatFeet(feet)}. Enter ${formatNumber((hundredthsOfFoot(feet) - hundredthsOfFoot(kind.widthFt)) / 100)} or less`;
    }
    const placed = here
      .flatMap(({ kind, index, gate: { atFeet } }) =>
        atFeet === undefined
          ? []
          : [{ index, from: hundredthsOfFoot(atFeet), to: hundredthsOfFoot(atFeet + kind.widthFt) }],
      )
      .toSorted((a, b) => a.from - b.from || a.index - b.index);
    for (const [at, one] of placed.entries()) {
      const before = placed[at - 1];
      if (before === undefined || before.to <= one.from) continue;
      const [first, later] = before.index < one.index ? [before, one] : [one, before];
      faults[`gates.${later.index}.atFeet`] ??= `This gate overlaps gate ${first.index + 1} on the same run`;
    }
  }
};

/** Returns a gate's price on its run: for that material and height, else for the material, else the kind's own. */
const gatePrice = ({ kind }: Pick<PlacedGate, 'kind'>, run: FenceRun | undefined): number => {
  const ofMaterial = run && kind.byMaterial?.filter(({ materialId }) => materialId === run.materialId);
  const exact = ofMaterial?.find(({ heightFt }) => heightFt !== undefined && heightFt === run?.heightFt);
  const any = ofMaterial?.find(({ heightFt }) => heightFt === undefined);
  return (exact ?? any ?? kind).priceCents;
};

/** Returns the run whose price a gate takes if it isn't on a certain run: the first, if all are of one kind. */
const commonRun = ([first, ...rest]: readonly FenceRun[]): FenceRun | undefined =>
  first && rest.every(({ materialId, heightFt }) => materialId === first.materialId && heightFt === first.heightFt)
    ? first
    : undefined;

/** A gate kind's name. The two that every book has are translated unless the contractor named them otherwise. */
const gateName = ({ key, label }: Pick<GateKind, 'key' | 'label'>): FenceLine['label'] => {
  const isOurs = calculatedWords('en').gateKinds[key] === label;
  return inAll(({ gateKinds }) => (isOurs && gateKinds[key]) || label);
};

/** Returns a gate kind's name in a language. */
export const gateNameIn = (kind: Pick<GateKind, 'key' | 'label'>, language: Language): string =>
  gateName(kind)[language];

/** Returns a line for each kind and price of gates. */
export const gateLines = (fence: Fence, gates: readonly PlacedGate[]): FenceLine[] => {
  const common = commonRun(fence.runs);
  const counted = new Map<string, { kind: GateKind; unitCents: number; count: number }>();
  for (const { kind, run } of gates) {
    const unitCents = gatePrice({ kind }, run === undefined ? common : fence.runs[run]);
    const key = `${kind.key} ${unitCents}`;
    const before = counted.get(key);
    counted.set(key, { kind, unitCents, count: (before?.count ?? 0) + 1 });
  }
  return [...counted.values()].map(({ kind, unitCents, count }) =>
    priced({
      kind: 'gate',
      label: fence.plain ? inAll(({ gates: say }) => say({ count })) : gateName(kind),
      quantity: count,
      unit: 'each',
      unitCents,
    }),
  );
};

/** Returns each run's feet less its gates' widths, where the book says so. Reports gates that don't fit. */
export const pricedFeet = (
  fence: Fence,
  { gates, prices, faults }: Faulty & { gates: PlacedGate[]; prices: PriceList },
) => {
  if (!fence.plain) checkPlaces(fence, { gates, faults });
  return fence.runs.map(({ feet }, number) => {
    if (!prices.book.gateTakesWidth) return feet;
    const widths = gates.reduce((sum, { run, kind }) => sum + (run === number ? hundredthsOfFoot(kind.widthFt) : 0), 0);
    const left = hundredthsOfFoot(feet) - widths;
    if (left < 0 && fence.plain) faults['gateCount'] = `These gates are wider than the fence’s ${formatFeet(feet)}`;
    return Math.max(0, left) / 100;
  });
};
