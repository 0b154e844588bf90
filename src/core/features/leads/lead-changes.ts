import { z } from 'zod';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { createListener } from '../../platform/listener.ts';
import type { Logger } from '../../platform/log.ts';

/** One change of a lead; `leadId` null means: reload them all. */
export interface LeadChange {
  leadId: string | null;
}

/** Tells open dashboards what changed, whichever process wrote it (NOTIFY picket_live, see migrations). */
export interface LeadChanges {
  /**
   * The company's changes until `signal` aborts. Begins with 'all': what was read before the first event may
   * be old. A reader too slow for the changes gets one 'all' again.
   */
  subscribe(companyId: CompanyId, signal: AbortSignal): AsyncGenerator<LeadChange, void, void>;
  /** Resolves when the process hears of changes. */
  ready: Promise<void>;
  close(): Promise<void>;
}

const payloadSchema = z.object({ companyId: z.string(), leadId: z.string().nullable() });
const MANY = 50;

/** What one dashboard has yet to hear: each lead once, or everything. */
class Mailbox {
  #waiting = new Set<string>();
  #all = false;
  #wake: (() => void) | undefined;

  put(leadId: string | null): void {
    if (leadId === null || this.#waiting.size >= MANY) {
      this.#all = true;
      this.#waiting.clear();
    } else if (!this.#all) this.#waiting.add(leadId);
    this.#wake?.();
  }

  take(): LeadChange[] {
    const changes = this.#all ? [{ leadId: null }] : [...this.#waiting].map((leadId) => ({ leadId }));
    this.#all = false;
    this.#waiting.clear();
    return changes;
  }

  async filled(signal: AbortSignal): Promise<void> {
    if (this.#all || this.#waiting.size > 0 || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const finish = () => {
        signal.removeEventListener('abort', finish);
        this.#wake = undefined;
        resolve();
      };
      signal.addEventListener('abort', finish);
      this.#wake = finish;
    });
  }
}

/** Opens the one connection of this process that hears of changes. */
export function createLeadChanges({
  connectionString,
  logger,
}: {
  connectionString: string;
  logger: Logger;
}): LeadChanges {
  const mailboxes = new Map<string, Set<Mailbox>>();
  const listener = createListener({
    connectionString,
    channel: 'picket_live',
    logger,
    onMessage(payload) {
      const said = payloadSchema.parse(JSON.parse(payload));
      for (const mailbox of mailboxes.get(said.companyId) ?? []) mailbox.put(said.leadId);
    },
    onGap() {
      for (const ofCompany of mailboxes.values()) for (const mailbox of ofCompany) mailbox.put(null);
    },
  });
  const open = (companyId: CompanyId): Mailbox => {
    const mailbox = new Mailbox();
    mailbox.put(null);
    const ofCompany = mailboxes.get(companyId) ?? new Set();
    mailboxes.set(companyId, ofCompany.add(mailbox));
    return mailbox;
  };
  const close = (companyId: CompanyId, mailbox: Mailbox): void => {
    const ofCompany = mailboxes.get(companyId);
    ofCompany?.delete(mailbox);
    if (ofCompany?.size === 0) mailboxes.delete(companyId);
  };
  return {
    async *subscribe(companyId, signal) {
      const mailbox = open(companyId);
      try {
        while (!signal.aborted) {
          await mailbox.filled(signal);
          yield* mailbox.take();
        }
      } finally {
        close(companyId, mailbox);
      }
    },
    ready: listener.ready,
    close: () => listener.close(),
  };
}
