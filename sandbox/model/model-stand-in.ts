/**
 * How the stand-in for the model behaves: 'off' answers 503; 'on' is a good model; every other mode is one way in which
 * a model misbehaves.
 */
export const MODEL_MODES = [
  'off',
  'on',
  'wrong-prices',
  'other-companies',
  'endless-tools',
  'silence',
  'broken-stream',
  'promises',
  'dates',
  'foreign-ids',
] as const;
export type ModelMode = (typeof MODEL_MODES)[number];

/** The most requests that are kept for tests and the page. */
const KEPT = 50;

/** The mode, and what was asked last. In memory only: a restart turns the model off. */
export class ModelStandIn {
  readonly #changed: () => void;
  #mode: ModelMode = 'off';
  #requests: unknown[] = [];
  #asked = 0;

  constructor(changed: () => void = () => undefined) {
    this.#changed = changed;
  }

  get mode(): ModelMode {
    return this.#mode;
  }

  set mode(mode: ModelMode) {
    this.#mode = mode;
    this.#changed();
  }

  /** The bodies of the newest requests, oldest first. */
  get requests(): readonly unknown[] {
    return this.#requests;
  }

  /** How many requests there were. */
  get asked(): number {
    return this.#asked;
  }

  keep(request: unknown): void {
    this.#asked += 1;
    this.#requests = [...this.#requests, request].slice(-KEPT);
  }
}
