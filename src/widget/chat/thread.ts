import type { AgentEvent } from '#shared/features/agent/agent.schema.ts';
import type { Outcome } from './read-events.ts';

/** The price that an answer tells, as the server computed it. */
export type ToldPrice = Extract<AgentEvent, { event: 'price' }>['data'];

/** A message of the homeowner. Its id is the same in each try, so that the server answers it once. */
export interface Mine {
  from: 'you';
  text: string;
  id: string;
  state: 'waiting' | 'answered' | 'failed';
  /** Why it failed, for the homeowner. */
  why?: string;
}

export type Entry =
  | Mine
  | { from: 'agent'; text: string }
  | { from: 'price'; price: ToldPrice }
  | { from: 'note'; note: 'lead' | 'handover' | 'person' };

/** A conversation as this tab keeps it. */
export interface Thread {
  /** The server's id of the conversation; missing before its first answer. */
  id?: string;
  leadId?: string;
  /** Whether a person takes over, and whether the homeowner was told: only once they can be reached. */
  handover?: 'due' | 'told';
  entries: Entry[];
}

export interface ThreadOptions {
  thread: Thread;
  /** Posts a message, and calls `take` with each event of its answer. Never rejects. */
  post: (message: { text: string; messageId: string; conversationId?: string }, take: Take) => Promise<Outcome>;
  /** Gets what a refused request lacked, such as a new ticket; false if another try can't help. */
  mend: (refused: Extract<Outcome, { kind: 'refused' }>) => Promise<boolean>;
  /** Shown if there is no connection. */
  offline: string;
  /** Draws an entry anew, or removes it if the thread no longer has it. */
  draw: (entry: Entry) => void;
  /** Stores the thread. */
  keep: () => void;
  /** Whether an answer is awaited whose first words haven't arrived. */
  wait: (waiting: boolean) => void;
  /** A lead was made, or another one than before. */
  taken: (leadId: string) => void;
}

type Take = (event: AgentEvent) => void;

export interface Talk {
  /** Adds a message, and sends it once those before it are answered. */
  say: (text: string) => void;
  /** Sends what failed again, and what a closed page left unanswered. */
  retry: () => void;
}

/** Returns 128 random bits as a UUID. `randomUUID` is missing on pages without https. */
const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/**
 * The homeowner's side of a conversation. Messages are sent one after another. An answer that breaks off is requested
 * once more with the same id, and so is one that was refused for something that can be renewed; after that the message
 * stays with the reason until the homeowner tries again.
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

  /** One try: shows the answer as it arrives, and removes it again if it breaks off. */
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
    for (const event of events) {
      if (event.event === 'done') thread.id = event.data.conversationId;
      if (event.event === 'handover') thread.handover ??= 'due';
      if (event.event === 'lead' && thread.leadId !== event.data.leadId) {
        thread.leadId = event.data.leadId;
        isNew = true;
      }
    }
    if (thread.leadId && thread.handover === 'due') {
      thread.handover = 'told';
      add({ from: 'note', note: 'handover' });
    } else if (isNew) add({ from: 'note', note: 'lead' });
    if (!isAnswered) add({ from: 'note', note: 'person' });
    if (isNew && thread.leadId) taken(thread.leadId);
  };

  /** Whether another try can help. */
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
      // Those that failed come first, so that the answers keep their order.
      retry();
    },
    retry,
  };
};
