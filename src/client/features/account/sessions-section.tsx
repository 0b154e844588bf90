import type { SessionsView } from '#shared/features/auth/auth.schema.ts';
import { zoneLabel } from '#shared/primitives/zone-label.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatMoment } from '../../lib/dates.ts';
import { problemOf, sayFailed } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { draft } from '../../lib/draft.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { SIGN_OUT_UNSURE } from '../auth/after-sign-in.ts';
import { browserName } from './browser-name.ts';

function Session({ session }: { session: SessionsView[number] }) {
  const { zone } = useTimeZone();
  const now = useNow();
  const utils = trpc.useUtils();
  const end = trpc.auth.endSession.useMutation({
    onSuccess: () => {
      toast.done('Session ended');
      void utils.auth.listSessions.invalidate();
    },
    onError: (error) => sayFailed('We couldn’t end the session', error),
  });
  const name = browserName(session.userAgent);
  return (
    <li className="session">
      <div className="grow">
        <p className="font-semibold">
          {name}
          {session.current && <span className="muted font-normal"> (this browser)</span>}
        </p>
        <p className="sm muted">
          Last seen {formatMoment(session.lastSeenAt, now, zone)}. Signed in{' '}
          {formatMoment(session.createdAt, now, zone)}.
        </p>
      </div>
      {!session.current && (
        <Button
          aria-label={`End session: ${name}`}
          working={end.isPending}
          workingText="Ending..."
          onClick={() => end.mutate({ id: session.id })}
        >
          End session
        </Button>
      )}
    </li>
  );
}

/** The account's sessions, each with a button that signs it out. */
export function SessionsSection() {
  const sessions = trpc.auth.listSessions.useQuery();
  const { zone } = useTimeZone();
  const signOut = trpc.auth.signOut.useMutation({
    onSuccess: () => {
      draft.forgetAll();
      location.assign('/auth');
    },
    onError: () => location.assign(SIGN_OUT_UNSURE),
  });
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title">Sessions</h2>
      {zone && <p className="xs muted">Times are in {zoneLabel(zone)}</p>}
      {sessions.isPending && <SkeletonRows rows={2} height={64} label="Loading your sessions" />}
      {sessions.isError && (
        <Banner action={<Button onClick={() => void sessions.refetch()}>Try again</Button>}>
          {problemOf(sessions.error).message}
        </Banner>
      )}
      {sessions.data && (
        <ul>
          {sessions.data.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      )}
      <Button
        variant="danger"
        className="justify-self-start"
        working={signOut.isPending}
        workingText="Signing out..."
        onClick={() => signOut.mutate()}
      >
        Sign out everywhere
      </Button>
    </section>
  );
}
