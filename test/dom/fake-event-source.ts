/** The browser's connection for live updates, which happy-dom doesn't have. A test sends what the server would. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  /** All open connections. */
  static readonly open = new Set<FakeEventSource>();

  readyState = 1;

  constructor() {
    super();
    FakeEventSource.open.add(this);
    queueMicrotask(() => this.dispatchEvent(new Event('connected')));
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
    FakeEventSource.open.delete(this);
  }

  /** Sends `data` on every open connection. */
  static tell(data: unknown): void {
    for (const source of FakeEventSource.open)
      source.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(data), lastEventId: '1' }));
  }

  static closeAll(): void {
    for (const source of FakeEventSource.open) source.close();
  }
}
