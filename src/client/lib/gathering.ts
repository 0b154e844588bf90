/**
 * Does at once what it is given; what comes meanwhile is done together afterwards. So a burst costs as many turns as
 * fit into its time, and none of them is called off by the next.
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
