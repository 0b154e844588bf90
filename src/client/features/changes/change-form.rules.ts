import type { ChangePreviewInput } from '#shared/features/changes/changes.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { type Feet, hundredthsOfFoot } from '#shared/primitives/feet.ts';
import type { MeasuresForm, RunForm } from '../estimates/fence-form.rules.ts';
import { readFence } from '../estimates/read-fence.rules.ts';

type ChangeInput = Omit<ChangePreviewInput, 'estimateId'>;
type Part = Required<Pick<ChangeInput, 'runs' | 'gates' | 'lines'>>;

/** A change as it's sent, and where on the screen each part of it is. */
export interface ReadChange {
  input: ChangeInput;
  /** What is wrong with the typed texts, by the path on the screen. */
  faults: FieldErrors;
  /** Whether nothing differs from the signed job. */
  isEmpty: boolean;
  /** Returns the path on the screen for a path of the server, such as 'runs.2.feet' for 'runs.0.feet'. */
  onScreen: (path: string) => string;
}

const isSameKind = (a: RunForm, b: RunForm): boolean =>
  a.materialId === b.materialId && a.heightFt === b.heightFt && a.slope === b.slope && a.hardDig === b.hardDig;

const emptyPart = (): Part => ({ runs: [], gates: [], lines: [] });

/** Compares the rows of the job as it's typed with those of the signed job. A row keeps its key. */
class Comparison {
  readonly added = emptyPart();
  readonly removed = emptyPart();
  /** The paths on the screen, by the path of the change. */
  readonly paths = new Map<string, string>();
  private readonly before: ReturnType<typeof readFence>['input'];
  /** What the change calls each run of the screen: its number among the signed ones, then among the added ones. */
  private readonly runNumbers = new Map<string, number>();

  private readonly signed: MeasuresForm;
  private readonly typed: MeasuresForm;
  private readonly after: ReturnType<typeof readFence>['input'];

  constructor(signed: MeasuresForm, typed: MeasuresForm, after: ReturnType<typeof readFence>['input']) {
    this.signed = signed;
    this.typed = typed;
    this.after = after;
    this.before = readFence(signed).input;
    this.compareRuns();
    this.compareGates();
    this.compareLines();
  }

  private place(list: 'runs' | 'gates' | 'lines', row: number): void {
    this.paths.set(`${list}.${this.added[list].length}`, `${list}.${row}`);
  }

  private compareRuns(): void {
    const { signed, typed } = this;
    for (const [row, run] of typed.runs.entries()) {
      const at = signed.runs.findIndex(({ key }) => key === run.key);
      const [was, base, now] = [this.before.runs?.[at], signed.runs[at], this.after.runs?.[row]];
      if (!now) continue;
      if (was && base && isSameKind(base, run)) {
        this.runNumbers.set(run.key, at);
        this.resize(row, { at, was, now: now.feet });
      } else {
        if (was) this.removed.runs.push({ ...withoutPlace(was), run: at });
        this.runNumbers.set(run.key, signed.runs.length + this.added.runs.length);
        this.place('runs', row);
        const { closed: _closed, ...added } = now;
        this.added.runs.push(added);
      }
    }
    for (const [at, { key }] of signed.runs.entries()) {
      const was = this.before.runs?.[at];
      if (was && !typed.runs.some((run) => run.key === key)) this.removed.runs.push({ ...withoutPlace(was), run: at });
    }
  }

  private resize(row: number, { at, was, now }: { at: number; was: Run; now: number }): void {
    const more = hundredthsOfFoot(now) - hundredthsOfFoot(was.feet);
    const part = { ...withoutPlace(was), feet: (Math.abs(more) / 100) as Feet, run: at };
    if (more > 0) {
      this.place('runs', row);
      this.added.runs.push(part);
    } else if (more < 0) this.removed.runs.push(part);
  }

  private compareGates(): void {
    const { signed, typed } = this;
    for (const [row, gate] of typed.gates.entries()) {
      const at = signed.gates.findIndex(({ key }) => key === gate.key);
      const base = signed.gates[at];
      const isSame = base?.kind === gate.kind && base.run === gate.run && base.atFeet.trim() === gate.atFeet.trim();
      if (base && isSame) continue;
      if (base) this.takeGate(at);
      const now = this.after.gates?.[row];
      if (!now) continue;
      this.place('gates', row);
      const { run: _row, ...rest } = now;
      const run = this.runNumbers.get(gate.run);
      this.added.gates.push({ ...rest, ...(run !== undefined && { run }) });
    }
    for (const [at, { key }] of signed.gates.entries())
      if (!typed.gates.some((gate) => gate.key === key)) this.takeGate(at);
  }

  private takeGate(at: number): void {
    const was = this.before.gates?.[at];
    if (was) this.removed.gates.push(was);
  }

  private compareLines(): void {
    const { signed, typed } = this;
    for (const [row, line] of typed.lines.entries()) {
      const at = signed.lines.findIndex(({ key }) => key === line.key);
      const [was, now] = [this.before.lines?.[at], this.after.lines?.[row]];
      if (JSON.stringify(was) === JSON.stringify(now)) continue;
      if (was) this.removed.lines.push(was);
      if (!now) continue;
      this.place('lines', row);
      this.added.lines.push(now);
    }
    for (const [at, { key }] of signed.lines.entries()) {
      const was = this.before.lines?.[at];
      if (was && !typed.lines.some((line) => line.key === key)) this.removed.lines.push(was);
    }
  }
}

type Run = NonNullable<ReturnType<typeof readFence>['input']['runs']>[number];
const withoutPlace = ({ join: _join, closed: _closed, ...run }: Run): Run => run;

/** Returns the change from the signed job to the typed one. */
export const readChange = (signed: MeasuresForm, typed: MeasuresForm): ReadChange => {
  const { input: after, faults } = readFence(typed);
  const { added, removed, paths } = new Comparison(signed, typed, after);
  const parts = [added, removed].flatMap(({ runs, gates, lines }) => [...runs, ...gates, ...lines]);
  return {
    input: { ...added, removed },
    faults,
    isEmpty: parts.length === 0,
    onScreen: (path) => path.replace(/^(?:runs|gates|lines)\.\d+/, (part) => paths.get(part) ?? part),
  };
};
