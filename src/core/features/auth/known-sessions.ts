import { createHash } from 'node:crypto';

const MOST = 10_000;

/**
 * Who sessions belonged to when they were last read, for which line their next look-up waits in. An unknown cookie
 * waits with its network, so that made-up ones get no lines of their own. Holds hashes; forgets the longest unused.
 */
export class KnownSessions {
  readonly #owners = new Map<string, string>();

  ownerOf(sessionId: string): string | undefined {
    const key = hashed(sessionId);
    const owner = this.#owners.get(key);
    if (owner !== undefined) this.#keep(key, owner);
    return owner;
  }

  /** Notes what a look-up found; `undefined` where the session is dead. */
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
