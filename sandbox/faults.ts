/** The providers that can fail on request. */
export const PROVIDERS = ['stripe', 'twilio', 'smtp'] as const;
/** Other services that can fail on request. When one fails, the product loses some features but keeps working. */
export const SERVICES = ['geocoder', 'tiles'] as const;
/** How a provider can fail. 'hang_up' breaks the connection and accepts nothing. */
export const FAULT_MODES = ['none', 'http500', 'http429', 'timeout', 'hang_up', 'drop_after_accept', 'reject'] as const;

export type Provider = (typeof PROVIDERS)[number];
export type Breakable = Provider | (typeof SERVICES)[number];
export type FaultMode = (typeof FAULT_MODES)[number];
/** `count` is how many more requests fail. Null means all requests, until the mode is set to 'none'. */
export interface Fault {
  mode: FaultMode;
  count: number | null;
}

/** The modes that affect both reads and writes. The other modes affect only writes. */
const BREAKS_READS: readonly FaultMode[] = ['http500', 'http429', 'timeout', 'hang_up'];

/**
 * The providers that currently fail, and for how many more requests. Stored only in memory, so a restart clears all
 * faults.
 */
export class Faults {
  readonly #faults: Record<Breakable, Fault>;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
    const whole = (): Fault => ({ mode: 'none', count: null });
    this.#faults = { stripe: whole(), twilio: whole(), smtp: whole(), geocoder: whole(), tiles: whole() };
  }

  set(provider: Breakable, mode: FaultMode, count: number | null): void {
    this.#faults[provider] = { mode, count: mode === 'none' ? null : count };
    this.#changed();
  }

  show(): Record<Breakable, Fault> {
    return structuredClone(this.#faults);
  }

  /**
   * Returns the fault for this request and decrements its count. Modes that affect only writes are ignored for a read.
   */
  take(provider: Breakable, kind: 'write' | 'read'): FaultMode {
    const fault = this.#faults[provider];
    if (fault.mode === 'none' || (kind === 'read' && !BREAKS_READS.includes(fault.mode))) return 'none';
    const mode = fault.mode;
    if (fault.count !== null) {
      const left = fault.count - 1;
      this.#faults[provider] = left > 0 ? { mode, count: left } : { mode: 'none', count: null };
      this.#changed();
    }
    return mode;
  }
}
