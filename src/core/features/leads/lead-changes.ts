import { z } from 'zod';
import { type LeadChange, leadChangeView } from '#shared/features/leads/leads.schema.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import { createListener } from '../../platform/listener.ts';
import type { Logger } from '../../platform/log.ts';

/** Notifies open dashboards of changes made by any process (NOTIFY picket_live, see migrations). */
export interface LeadChanges {
  /**
   * Yields the company's changes until `signal` aborts. The first change is 'all', because data that was read before
   * may be outdated. If a reader falls behind, it gets 'all' again. If `seer` is given, leaves out changes to leads
   * that this member can't see. A member who can no longer see a lead gets 'all'.
   */
  subscribe(companyId: CompanyId, signal: AbortSignal, seer?: LeadSeer): AsyncGenerator<LeadChange, void, void>;
  /** Resolves when this process starts receiving changes. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/** A member who can't see every lead. */
export interface LeadSeer {
  userId: UserId;
  /** Returns which of these ids the member may see. */
  visible(leadIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/**
 * If a lead was reassigned or deleted, `left` is the id of the member it was previously assigned to, or null if it was
 * unassigned.
 */
const payloadSchema = z.object({ companyId: z.string(), left: z.string().nullable().optional() }).and(leadChangeView);
type Said = z.infer<typeof payloadSchema>;
const MANY = 50;
const CRM = { crm: true } as const;
const SETTINGS = { settings: true } as const;

/** A dashboard's pending changes: each changed lead or part of the dashboard, listed once, or 'all' for everything. */
class Mailbox {
  #waiting = new Set<string>();
  #parts = new Set<typeof CRM | typeof SETTINGS>();
  #all = false;
  #wake: (() => void) | undefined;
  readonly #seer: LeadSeer | undefined;

  constructor(seer: LeadSeer | undefined) {
    this.#seer = seer;
  }

  put(change: Omit<Said, 'companyId'> & LeadChange): void {
    if (this.#seer && (change.left === null || change.left === this.#seer.userId)) this.#all = true;
    if ('crm' in change) this.#parts.add(CRM);
    else if ('settings' in change) this.#parts.add(SETTINGS);
    else if (change.leadId === null || this.#waiting.size >= MANY) this.#all = true;
    else this.#waiting.add(change.leadId);
    this.#wake?.();
  }

  async take(): Promise<LeadChange[]> {
    const [ids, parts, all] = [[...this.#waiting], [...this.#parts], this.#all];
    this.#all = false;
    this.#parts.clear();
    this.#waiting.clear();
    if (all) return [{ leadId: null }];
    const seen = this.#seer && ids.length > 0 ? await this.#seer.visible(ids) : new Set(ids);
    return [...ids.filter((id) => seen.has(id)).map((leadId) => ({ leadId })), ...parts];
  }

  async filled(signal: AbortSignal): Promise<void> {
    if (this.#all || this.#parts.size > 0 || this.#waiting.size > 0 || signal.aborted) return;
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

/** Opens the connection that this process receives changes on. */
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
      for (const mailbox of mailboxes.get(said.companyId) ?? []) mailbox.put(said);
    },
    onGap() {
      for (const ofCompany of mailboxes.values()) for (const mailbox of ofCompany) mailbox.put({ leadId: null });
    },
  });
  const open = (companyId: CompanyId, seer: LeadSeer | undefined): Mailbox => {
    const mailbox = new Mailbox(seer);
    mailbox.put({ leadId: null });
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
    async *subscribe(companyId, signal, seer) {
      const mailbox = open(companyId, seer);
      try {
        while (!signal.aborted) {
          await mailbox.filled(signal);
          yield* await mailbox.take();
        }
      } finally {
        close(companyId, mailbox);
      }
    },
    ready: listener.ready,
    close: () => listener.close(),
  };
}
