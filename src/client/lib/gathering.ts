/**
 * Returns a function that passes items to `act`. If `act` isn't running, it runs immediately. Items that arrive while
 * it's running are processed together in the next run. A burst of items therefore needs only a few runs, and no run
 * cancels another.
 */
export const gathering = <T>(act: (items: readonly T[]) => Promise<unknown>): ((item: T) => void) => {
  const waiting: T[] = [];
  let busy = false;
  const work = async (): Promise<void> => {
    busy = true;
    while (waiting.length > 0) await act(waiting.splice(0)).catch(() => undefined);
    busy = false;
  };
  return (item) => {
    waiting.push(item);
    if (!busy) void work();
  };
};
