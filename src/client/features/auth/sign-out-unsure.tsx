import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

/** A sign-out that the server did not answer has led here all the same (spec, section 8); what that means is said. */
export function SignOutUnsure() {
  const signOut = trpc.auth.signOut.useMutation({ onSuccess: () => location.assign('/auth') });
  return (
    <Banner
      action={
        <Button working={signOut.isPending} workingText="Signing out..." onClick={() => signOut.mutate()}>
          Sign out again
        </Button>
      }
    >
      We couldn’t confirm that you’re signed out. You may still be signed in here.
    </Banner>
  );
}
