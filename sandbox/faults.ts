/** Who can be broken, and how (contract.md, Stand-ins; 'hang_up' beside them: the connection breaks and nothing is taken). */
export const PROVIDERS = ['stripe', 'twilio', 'smtp'] as const;
export const FAULT_MODES = ['none', 'http500', 'http429', 'timeout', 'hang_up', 'drop_after_accept', 'reject'] as const;

export type Provider = (typeof PROVIDERS)[number];
export type FaultMode = (typeof FAULT_MODES)[number];
/** `count` is how many more requests are broken; null means until it is set to 'none'. */
export interface Fault {
  mode: FaultMode;
  count: number | null;
}

/** The modes that break reading too; the other two are about something being accepted or refused. */
const BREAKS_READS: readonly FaultMode[] = ['http500', 'http429', 'timeout', 'hang_up'];

/** Which provider is broken, and for how many more requests. In memory only: a restart fixes everything. */
export class Faults {
  readonly #faults: Record<Provider, Fault>;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
    const whole = (): Fault => ({ mode: 'none', count: null });
    this.#faults = { stripe: whole(), twilio: whole(), smtp: whole() };
  }

  set(provider: Provider, mode: FaultMode, count: number | null): void {
    this.#faults[provider] = { mode, count: mode === 'none' ? null : count };
    this.#changed();
  }

  show(): Record<Provider, Fault> {
    return structuredClone(this.#faults);
  }

  /** The fault for the request at hand, counted down. A read is spared by the modes that concern only writes. */
  take(provider: Provider, kind: 'write' | 'read'): FaultMode {
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
