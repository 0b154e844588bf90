import { trpc } from '../../lib/trpc.ts';
import type { AccountView } from '#shared/features/auth/auth.schema.ts';
import { toast } from '../../ui/toast.ts';

/**
 * Updates the user's own account and refreshes the parts of the page that show the account. `done` is the toast, or
 * returns the toast for the saved account.
 */
export const useUpdateUser = (done: string | ((saved: AccountView) => string), onDone?: () => void) => {
  const utils = trpc.useUtils();
  return trpc.auth.updateUser.useMutation({
    onSuccess: (account) => {
      utils.auth.account.setData(undefined, account);
      void Promise.all([utils.auth.session.invalidate(), utils.auth.listSessions.invalidate()]);
      toast.done(typeof done === 'string' ? done : done(account));
      onDone?.();
    },
  });
};

/** Loads the validation schemas together with this section. */
export const authSchemas = () => import('#shared/features/auth/auth.schema.ts');
