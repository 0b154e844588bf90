import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';

/** Updates the user's own account and refreshes the parts of the page that show the account. */
export const useUpdateUser = (done: string, onDone?: () => void) => {
  const utils = trpc.useUtils();
  return trpc.auth.updateUser.useMutation({
    onSuccess: (account) => {
      utils.auth.account.setData(undefined, account);
      void Promise.all([utils.auth.session.invalidate(), utils.auth.listSessions.invalidate()]);
      toast.done(done);
      onDone?.();
    },
  });
};

/** Loads the validation schemas together with this section. */
export const authSchemas = () => import('#shared/features/auth/auth.schema.ts');
