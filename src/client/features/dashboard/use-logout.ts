import { leavePage } from '../../lib/leaving.ts';
import { trpc } from '../../lib/trpc.ts';
import { SIGN_OUT_UNSURE } from '../auth/after-sign-in.ts';

/**
 * Sign-out always leads to /auth, where a failed one says so (spec, section 8); the page is left whole, so that
 * nothing of the account stays in memory.
 */
export const useLogout = () =>
  trpc.auth.signOut.useMutation({
    onSuccess: () => leavePage('/auth'),
    onError: () => leavePage(SIGN_OUT_UNSURE),
  });
