import { draft } from '../../lib/draft.ts';
import { trpc } from '../../lib/trpc.ts';
import { usePageTitle } from '../../lib/title.ts';
import { Button } from '../../ui/button.tsx';

/** Shown to a user who was removed from the only company they belonged to. */
export default function NoCompany({ email }: { email: string }) {
  usePageTitle('No company');
  const signOut = trpc.auth.signOut.useMutation({
    onSuccess: () => {
      draft.forgetAll();
      location.assign('/auth');
    },
  });
  return (
    <main className="mx-auto grid min-h-dvh max-w-[560px] content-center gap-4 px-4">
      <h1>You’re not a member of a company</h1>
      <p>You’re signed in as {email}. If you were removed by mistake, ask the company’s owner to invite you again.</p>
      <div>
        <Button working={signOut.isPending} workingText="Signing out..." onClick={() => signOut.mutate()}>
          Sign out
        </Button>
      </div>
    </main>
  );
}
