import { randomUUID } from 'node:crypto';
import { Collection } from './store.ts';

/** A file of a message. `text` is the content of a calendar file. */
export interface SandboxAttachment {
  name: string;
  contentType: string;
  text?: string;
}

/**
 * A message as it appears in an inbox or on a phone. `direction` is 'out' for messages from the product and 'in' for
 * replies. `from` and `to` are bare email addresses or phone numbers, joined with ', '. `at` is the sandbox clock's
 * time in ISO 8601. The keys of `headers` are the names of the email's headers in lowercase. In the values, folded
 * lines are joined, and encoded words stay encoded.
 */
export interface SandboxMessage {
  id: string;
  channel: 'sms' | 'email';
  direction: 'out' | 'in';
  from: string;
  to: string;
  subject?: string;
  text: string;
  html?: string;
  headers?: Record<string, string>;
  attachments?: SandboxAttachment[];
  /** Twilio's sid for an SMS. */
  sid?: string;
  at: string;
}

/** All emails and texts, oldest first. They persist across restarts. */
export class Messages {
  readonly #rows: Collection<SandboxMessage>;
  readonly #changed: () => void;

  constructor(folder: string | undefined, changed: () => void) {
    this.#rows = new Collection<SandboxMessage>('messages', folder);
    this.#changed = changed;
  }

  record(message: Omit<SandboxMessage, 'id'>): SandboxMessage {
    const row = this.#rows.put({ id: randomUUID(), ...message });
    this.#changed();
    return row;
  }

  all(): SandboxMessage[] {
    return this.#rows.all();
  }

  clear(): void {
    this.#rows.clear();
    this.#changed();
  }
}
