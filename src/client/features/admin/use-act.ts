import { trpc } from '../../lib/trpc.ts';

/** Returns a function that refreshes the panel, including the log, after an action. */
export const useAfterAct = () => {
  const utils = trpc.useUtils();
  return () => utils.admin.invalidate();
};
