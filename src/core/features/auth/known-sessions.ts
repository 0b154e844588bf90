import { createHash } from 'node:crypto';

const MOST = 10_000;

/**
 * The owners of recently read sessions, which decide the queue for their next lookup. An unknown cookie waits with its
 * network, so invented ones get no queue of their own. Holds hashes; evicts the least recently used.
 */
export class KnownSessions {
  readonly #owners = new Map<string, string>();

  ownerOf(sessionId: string): string | undefined {
    const key = hashed(sessionId);
    const owner = this.#owners.get(key);
    if (owner !== undefined) this.#keep(key, owner);
    return owner;
  }

  /** Records a lookup's result; `undefined` for an ended session. */
  note(sessionId: string, owner: string | undefined): void {
    const key = hashed(sessionId);
    this.#owners.delete(key);
    if (owner !== undefined) this.#keep(key, owner);
  }

  #keep(key: string, owner: string): void {
    this.#owners.delete(key);
    this.#owners.set(key, owner);
    if (this.#owners.size <= MOST) return;
    const [oldest] = this.#owners.keys();
    if (oldest !== undefined) this.#owners.delete(oldest);
  }
}

const hashed = (sessionId: string): string => createHash('sha256').update(sessionId).digest('base64url');
