/** Ways in which a model can't be used at all: 'off' answers 503, 'busy' 429, and 'wrong-key' 401. */
export const SILENT_MODES = [
  'off',
  'busy',
  'server-error',
  'wrong-key',
  'redirect',
  'no-json',
  'endless-words',
  'silence',
  'broken-stream',
] as const;
type SilentMode = (typeof SILENT_MODES)[number];
/** Whether a mode says and does nothing that a client could use. */
export const isSilent = (mode: ModelMode): mode is SilentMode => SILENT_MODES.some((one) => one === mode);

/**
 * How the stand-in for the model behaves: 'on' is a good model, and 'normal-speed' one that thinks and writes as fast as real ones; every other mode is one way to
 * misbehave.
 */
export const MODEL_MODES = [
  ...SILENT_MODES,
  'on',
  'normal-speed',
  'wrong-prices',
  'other-companies',
  'endless-tools',
  'promises',
  'dates',
  'foreign-ids',
  'obedient',
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
  #free: Promise<void> = Promise.resolve();

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

  /** Holds back every answer until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#free = promise;
    return resolve;
  }

  /** Resolves when answers aren't held back. */
  get free(): Promise<void> {
    return this.#free;
  }

  keep(request: unknown): void {
    this.#asked += 1;
    this.#requests = [...this.#requests, request].slice(-KEPT);
  }
}
