import type { AgentEvent } from '#shared/features/agent/agent.schema.ts';
import type { Outcome } from './read-events.ts';

/** The price quoted in an answer, as computed by the server. */
export type ToldPrice = Extract<AgentEvent, { event: 'price' }>['data'];

/** A message from the homeowner. Retries use the same id, so that the server answers the message only once. */
export interface Mine {
  from: 'you';
  text: string;
  id: string;
  state: 'waiting' | 'answered' | 'failed';
  /** The error to show the homeowner if sending failed. */
  why?: string;
}

export type Entry =
  | Mine
  | { from: 'agent'; text: string }
  | { from: 'price'; price: ToldPrice }
  | { from: 'estimate'; url: string }
  | { from: 'note'; note: 'lead' | 'handover' | 'person' };

/** A conversation, as stored in this tab. */
export interface Thread {
  /** The server's conversation id. Missing until the first answer. */
  id?: string;
  leadId?: string;
  /**
   * 'due' if a person takes over. Becomes 'told' once the conversation has a lead and the homeowner has been notified.
   */
  handover?: 'due' | 'told';
  entries: Entry[];
}

export interface ThreadOptions {
  thread: Thread;
  /** Posts a message, and calls `take` with each event of the answer. Never rejects. */
  post: (message: { text: string; messageId: string; conversationId?: string }, take: Take) => Promise<Outcome>;
  /**
   * Fixes the cause of a rejection, for example by renewing the ticket. Resolves to false if retrying wouldn't help.
   */
  mend: (refused: Extract<Outcome, { kind: 'refused' }>) => Promise<boolean>;
  /** The error to show if there's no connection. */
  offline: string;
  /** Redraws an entry, or removes it if it's no longer in the thread. */
  draw: (entry: Entry) => void;
  /** Stores the thread. */
  keep: () => void;
  /** Shows or hides the indicator that an answer is pending. It's hidden once the first words arrive. */
  wait: (waiting: boolean) => void;
  /** Called when the conversation creates a lead or is linked to an existing one. */
  taken: (leadId: string) => void;
}

type Take = (event: AgentEvent) => void;

export interface Talk {
  /** Adds a message, and sends it after the earlier ones are answered. */
  say: (text: string) => void;
  /** Sends failed messages again, and messages that were unanswered when the page was closed. */
  retry: () => void;
}

/** Returns a random UUID. `randomUUID` isn't available on pages without HTTPS. */
const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/**
 * Sends the homeowner's messages to the agent, one after another. If an answer breaks off, the message is sent once
 * more with the same id. If the server rejects a message and `mend` resolves to true, the message is also sent once
 * more. If the second attempt fails too, the message shows the error until the homeowner tries again.
 */
export const talk = ({ thread, post, mend, offline, draw, keep, wait, taken }: ThreadOptions): Talk => {
  const { entries } = thread;
  let busy = false;

  const add = <Added extends Entry>(entry: Added): Added => {
    entries.push(entry);
    draw(entry);
    return entry;
  };
  const remove = (entry: Entry) => {
    entries.splice(entries.indexOf(entry), 1);
    draw(entry);
  };

  /** Sends the message once. Shows the answer as it arrives, and removes it if it breaks off. */
  const attempt = async (mine: Mine): Promise<Outcome> => {
    const shown: Entry[] = [];
    const last: Partial<Record<AgentEvent['event'], AgentEvent>> = {};
    let answer: Extract<Entry, { from: 'agent' }> | undefined;
    const take: Take = (event) => {
      last[event.event] = event;
      if (event.event === 'delta') {
        wait(false);
        if (!answer) shown.push((answer = add({ from: 'agent', text: '' })));
        answer.text += event.data.text;
        draw(answer);
      } else if (event.event === 'price') shown.push(add({ from: 'price', price: event.data }));
    };
    const { id } = thread;
    wait(true);
    const outcome = await post({ text: mine.text, messageId: mine.id, ...(id ? { conversationId: id } : {}) }, take);
    wait(false);
    if (outcome.kind !== 'answered') shown.forEach(remove);
    else finish(Object.values(last), answer !== undefined);
    return outcome;
  };

  const finish = (events: AgentEvent[], isAnswered: boolean) => {
    let isNew = false;
    let url: string | undefined;
    for (const event of events) {
      if (event.event === 'done') thread.id = event.data.conversationId;
      if (event.event === 'handover') thread.handover ??= 'due';
      if (event.event === 'lead' && thread.leadId !== event.data.leadId) {
        thread.leadId = event.data.leadId;
        isNew = true;
      }
      if (event.event === 'lead') ({ url } = event.data.estimate ?? {});
    }
    if (thread.leadId && thread.handover === 'due') {
      thread.handover = 'told';
      add({ from: 'note', note: 'handover' });
    } else if (isNew) add({ from: 'note', note: 'lead' });
    if (url && !entries.some((entry) => entry.from === 'estimate')) add({ from: 'estimate', url });
    if (!isAnswered) add({ from: 'note', note: 'person' });
    if (isNew && thread.leadId) taken(thread.leadId);
  };

  /** Whether retrying can help. */
  const canMend = async (outcome: Outcome): Promise<boolean> => {
    if (outcome.kind !== 'refused') return outcome.kind === 'cut';
    if (outcome.status === 404 && thread.id) {
      delete thread.id;
      return true;
    }
    return mend(outcome);
  };

  const fail = (mine: Mine, outcome: Outcome) => {
    const refused = outcome.kind === 'refused' && outcome.status < 500 ? outcome.message : '';
    for (const entry of entries)
      if (entry.from === 'you' && entry.state === 'waiting') {
        entry.state = 'failed';
        if (entry === mine) entry.why = refused || offline;
        draw(entry);
      }
  };

  const work = async () => {
    if (busy) return;
    busy = true;
    for (;;) {
      keep();
      const mine = entries.find((entry): entry is Mine => entry.from === 'you' && entry.state === 'waiting');
      if (!mine) break;
      let outcome = await attempt(mine);
      if (outcome.kind !== 'answered' && (await canMend(outcome))) outcome = await attempt(mine);
      if (outcome.kind === 'answered') {
        mine.state = 'answered';
        draw(mine);
      } else fail(mine, outcome);
    }
    busy = false;
  };

  const retry = () => {
    for (const entry of entries)
      if (entry.from === 'you' && entry.state === 'failed') {
        entry.state = 'waiting';
        delete entry.why;
        draw(entry);
      }
    void work();
  };
  return {
    say: (text) => {
      add({ from: 'you', text, id: newId(), state: 'waiting' });
      // Failed messages are sent first, so that the answers stay in order.
      retry();
    },
    retry,
  };
};
