import { Router } from 'express';

/** Notifies open sandbox pages of changes, so that they refetch their data. */
export class Changes {
  readonly #listeners = new Set<() => void>();
  #told = false;

  /** Several changes within one turn of the event loop trigger only one notification. */
  readonly notify = (): void => {
    if (this.#told) return;
    this.#told = true;
    setImmediate(() => {
      this.#told = false;
      for (const listener of this.#listeners) listener();
    });
  };

  routes(): Router {
    const router = Router();
    router.get('/internal/changes', (_request, response) => {
      response.type('text/event-stream').set('Cache-Control', 'no-store');
      response.flushHeaders();
      const tell = (): void => void response.write('data: changed\n\n');
      tell();
      this.#listeners.add(tell);
      const ping = setInterval(() => response.write(': alive\n\n'), 15_000);
      response.on('close', () => {
        clearInterval(ping);
        this.#listeners.delete(tell);
      });
    });
    return router;
  }
}
