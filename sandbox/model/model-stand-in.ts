/** Modes where the model is unavailable. 'off' responds with 503, 'busy' with 429, and 'wrong-key' with 401. */
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
/** Returns true if the model doesn't give usable output in this mode. */
export const isSilent = (mode: ModelMode): mode is SilentMode => SILENT_MODES.some((one) => one === mode);

/**
 * The modes of the model stand-in. In the mode 'on', the model is good and responds immediately. In the mode
 * 'normal-speed', it's also good, but as slow as real models. In each other mode, it fails or misbehaves in one way.
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

/** How many requests are stored for tests and the page. */
const KEPT = 50;

/** The mode, and the latest requests. Stored only in memory, so a restart turns the model off. */
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

  /** The bodies of the latest requests, oldest first. */
  get requests(): readonly unknown[] {
    return this.#requests;
  }

  /** The total number of requests so far. */
  get asked(): number {
    return this.#asked;
  }

  /** Delays all answers until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#free = promise;
    return resolve;
  }

  /** Resolves when answers are no longer delayed. */
  get free(): Promise<void> {
    return this.#free;
  }

  keep(request: unknown): void {
    this.#asked += 1;
    this.#requests = [...this.#requests, request].slice(-KEPT);
  }
}
