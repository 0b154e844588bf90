/**
 * Returns a function that looks up one key. Its calls are batched. While `atOnce` batches are running, further calls
 * are collected for the next batch, which has at most `most` keys. `ask` looks up all keys in a batch and resolves to a
 * map of results. If it rejects, every caller in the batch gets the error.
 */
export function inBatches<Key, Found>(
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
  { most = 100, atOnce = 1 }: { most?: number; atOnce?: number } = {},
): (key: Key) => Promise<Found | undefined> {
  let line: { key: Key; tell: PromiseWithResolvers<Found | undefined> }[] = [];
  let underWay = 0;
  let isCollecting = false;
  const askNext = async (): Promise<void> => {
    if (isCollecting || underWay >= atOnce || line.length === 0) return;
    isCollecting = true;
    // Also collects calls from the rest of this turn of the event loop.
    await new Promise(setImmediate);
    isCollecting = false;
    underWay += 1;
    const batch = line.slice(0, most);
    line = line.slice(most);
    void askNext();
    try {
      const found = await ask([...new Set(batch.map(({ key }) => key))]);
      for (const { key, tell } of batch) tell.resolve(found.get(key));
    } catch (error) {
      for (const { tell } of batch) tell.reject(error);
    }
    underWay -= 1;
    void askNext();
  };
  return (key) => {
    const tell = Promise.withResolvers<Found | undefined>();
    line.push({ key, tell });
    void askNext();
    return tell.promise;
  };
}
