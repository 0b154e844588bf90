/**
 * Asks for many what each call asks for one: what is asked while an answer is under way is asked in the next one, all at
 * once, at most `most` keys. `ask` resolves to what it found by key; where it rejects, all who asked with it are told.
 */
export function inBatches<Key, Found>(
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
  most = 100,
): (key: Key) => Promise<Found | undefined> {
  let line: { key: Key; tell: PromiseWithResolvers<Found | undefined> }[] = [];
  let isUnderWay = false;
  const askNext = async (): Promise<void> => {
    if (isUnderWay || line.length === 0) return;
    isUnderWay = true;
    // what else this turn of the event loop asks comes along
    await new Promise(setImmediate);
    const batch = line.slice(0, most);
    line = line.slice(most);
    try {
      const found = await ask([...new Set(batch.map(({ key }) => key))]);
      for (const { key, tell } of batch) tell.resolve(found.get(key));
    } catch (error) {
      for (const { tell } of batch) tell.reject(error);
    }
    isUnderWay = false;
    void askNext();
  };
  return (key) => {
    const tell = Promise.withResolvers<Found | undefined>();
    line.push({ key, tell });
    void askNext();
    return tell.promise;
  };
}
