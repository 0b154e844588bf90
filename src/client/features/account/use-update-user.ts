import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';

/** A change of one's own account; what shows it is refreshed. */
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

/** The schemas of the server; fetched with the section. */
export const authSchemas = () => import('#shared/features/auth/auth.schema.ts');
