import { trpc } from '../../lib/trpc.ts';

/** Returns a function that refreshes the Admin Panel, including its audit log, after an action. */
export const useAfterAct = () => {
  const utils = trpc.useUtils();
  return () => utils.admin.invalidate();
};
