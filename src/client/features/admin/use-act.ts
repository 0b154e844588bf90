import { trpc } from '../../lib/trpc.ts';

/** After an act: what the panel shows of it, and the log, are read again. */
export const useAfterAct = () => {
  const utils = trpc.useUtils();
  return () => utils.admin.invalidate();
};
