import { Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { problemOf, sayFailed } from '../../lib/errors.ts';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Ask } from '../../ui/ask.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { BusyCalendar } from './busy-calendar.tsx';

/** Replaces the address after a confirmation. Calendars that read the old one stop being updated. */
function ReplaceAddress() {
  const utils = trpc.useUtils();
  const [asking, setAsking] = useState(false);
  const revoke = trpc.visits.revokeFeed.useMutation({
    onSuccess: async () => {
      await utils.visits.feed.refetch();
      toast.done('Address replaced', { detail: 'The old one doesn’t work anymore' });
    },
    onError: (error) => sayFailed('We couldn’t replace the address', error),
  });
  return (
    <>
      <Button variant="quiet" working={revoke.isPending} workingText="Replacing..." onClick={() => setAsking(true)}>
        Replace address
      </Button>
      <Ask
        open={asking}
        title="Replace your calendar’s address?"
        action="Replace address"
        cancel="Keep it"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          revoke.mutate();
        }}
      >
        The current address stops working at once. Calendars that use it won’t be updated until you add the new one.
      </Ask>
    </>
  );
}

function Feed() {
  const { data, error, refetch } = trpc.visits.feed.useQuery();
  if (error)
    return (
      <Banner action={<Button onClick={() => void refetch()}>Try again</Button>}>{problemOf(error).message}</Banner>
    );
  const url = data?.url ?? '';
  const copy = async () => {
    if (await copyText(url)) toast.done('Address copied');
    else toast.error('Your browser blocked copying', { detail: url });
  };
  return (
    <>
      <Field
        label="Calendar address"
        hint="Add it to Google, Apple or Outlook as a calendar from the web. Anyone who has it can see your visits, so keep it private."
      >
        <Input readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <div className="row flex-wrap">
        <Button icon={<Copy className="i" aria-hidden />} disabled={!data} onClick={() => void copy()}>
          Copy address
        </Button>
        <ReplaceAddress />
      </div>
    </>
  );
}

/** The member's own visits as a calendar that other programs read. Nothing while visits are off. */
export default function VisitFeedSection() {
  const { work } = useMay();
  const { data } = trpc.visits.settings.useQuery();
  if (!work || !data?.enabled) return null;
  return (
    <section aria-labelledby="visit-feed">
      <h2 id="visit-feed">Your visits in your calendar</h2>
      <div className="stack">
        <Feed />
        <BusyCalendar />
      </div>
    </section>
  );
}
