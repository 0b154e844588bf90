/** One line of a follower's stream. The follower returns `seq` to acknowledge the offset. */
export interface ClockLine {
  offsetMs: number;
  seq: number;
}

interface Follower {
  name: string;
  send: (line: ClockLine) => void;
  taken: number;
}

/** The server and worker processes with an open stream, and the offset that each has acknowledged. */
export class ClockFollowers {
  readonly #followers = new Map<string, Follower>();
  readonly #waiting = new Set<() => void>();
  #line: ClockLine = { offsetMs: 0, seq: 1 };

  /** Sets the offset that new followers receive first. Existing followers aren't notified. */
  announce(offsetMs: number): void {
    this.#line = { offsetMs, seq: this.#line.seq };
  }

  /** Registers a new stream and sends it the current offset. Returns the function to call when the stream closes. */
  join(id: string, name: string, send: (line: ClockLine) => void): () => void {
    const follower: Follower = { name, send, taken: 0 };
    this.#followers.set(id, follower);
    send(this.#line);
    return () => {
      // A reconnect with the same id may have already replaced this follower.
      if (this.#followers.get(id) === follower) this.#followers.delete(id);
      this.#stir();
    };
  }

  /** Returns false if no stream with that id is open. */
  acknowledge(id: string, seq: number): boolean {
    const follower = this.#followers.get(id);
    if (follower === undefined) return false;
    follower.taken = Math.max(follower.taken, seq);
    this.#stir();
    return true;
  }

  names(): string[] {
    return [...this.#followers.values()].map((follower) => follower.name).toSorted();
  }

  /**
   * Notifies all followers. Waits until all connected followers have acknowledged, or until `until`
   * (performance.now()).
   */
  async tell(offsetMs: number, until: number): Promise<void> {
    this.#line = { offsetMs, seq: this.#line.seq + 1 };
    const { seq } = this.#line;
    for (const follower of this.#followers.values()) follower.send(this.#line);
    const taken = (): boolean => [...this.#followers.values()].every((follower) => follower.taken >= seq);
    while (!taken() && performance.now() < until) await this.#news(until - performance.now());
  }

  #news(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, Math.max(0, withinMs));
      this.#waiting.add(done);
    });
  }

  #stir(): void {
    for (const done of this.#waiting) done();
  }
}
