import { draft } from '../../lib/draft.ts';
import { leavePage, startSigningOut } from '../../lib/leaving.ts';
import { trpc } from '../../lib/trpc.ts';
import { SIGN_OUT_UNSURE } from '../auth/after-sign-in.ts';

/**
 * Signs out and opens `/auth`. If the request fails, `/auth` says so (spec, section 8). The browser loads a new page,
 * so that no account data stays in memory.
 */
export const useLogout = () =>
  trpc.auth.signOut.useMutation({
    // Another request may fail before the sign-out is answered.
    onMutate: startSigningOut,
    onSuccess: () => {
      draft.forgetAll();
      leavePage('/auth');
    },
    onError: () => leavePage(SIGN_OUT_UNSURE),
  });
