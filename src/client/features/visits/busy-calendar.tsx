import { useState } from 'react';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { problemOf } from '../../lib/errors.ts';
import { useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';

interface Stored {
  url: string | null;
  checkedAt: string | null;
  events: number;
  error: string | null;
}

const rules = ({ url }: { url: string }): FieldErrors =>
  url.trim() === '' || /^(https?|webcals?):\/\/\S+$/i.test(url.trim())
    ? {}
    : { url: 'Enter an address that begins with https://' };

/** What the last read found. */
function LastRead({ stored }: { stored: Stored }) {
  const { zone } = useTimeZone();
  if (stored.url === null || stored.checkedAt === null) return null;
  const when = formatDayTime(stored.checkedAt, zone);
  if (stored.error !== null)
    return (
      <Note>
        <b>{stored.error}.</b> Checked {when}. Until it can be read, visits can be booked at times when you’re busy.
      </Note>
    );
  return (
    <p className="sm muted">
      Checked {when}. Found {stored.events.toLocaleString('en-US')} {stored.events === 1 ? 'event' : 'events'}. We check
      it every 15 minutes.
    </p>
  );
}

function Address({ stored }: { stored: Stored }) {
  const utils = trpc.useUtils();
  const [typed, setTyped] = useState<string | null>(null);
  const values = { url: typed ?? stored.url ?? '' };
  const set = trpc.visits.setBusyAddress.useMutation({
    onSuccess: async ({ error }, { url }) => {
      await utils.visits.busyCalendar.refetch();
      setTyped(null);
      if (url === null) toast.done('Your calendar was removed');
      else if (error === null) toast.done('Your calendar was read');
    },
  });
  const { form, field, errors, failure, working } = useForm({
    values,
    type: ({ url }) => setTyped(url ?? null),
    rules,
    submit: ({ url }) => set.mutate({ url: url.trim() === '' ? null : url.trim() }),
    call: set,
  });
  return (
    <form {...form} className="stack">
      <Field
        label="Your own calendar’s address"
        optional
        error={errors['url'] ?? failure?.message}
        hint="The secret address in iCal format, from Google, Apple or Outlook. Visits can’t be booked while you’re busy there. We store only when you’re busy."
      >
        <Input {...field('url')} type="url" inputMode="url" autoComplete="off" placeholder="https://" />
      </Field>
      <LastRead stored={stored} />
      {typed !== null && typed !== (stored.url ?? '') && (
        <Button type="submit" className="justify-self-start" working={working} workingText="Reading...">
          Save calendar
        </Button>
      )}
    </form>
  );
}

/** The address of the member's own calendar, whose busy times block visits. */
export function BusyCalendar() {
  const { data, error, refetch } = trpc.visits.busyCalendar.useQuery();
  if (error)
    return (
      <Banner action={<Button onClick={() => void refetch()}>Try again</Button>}>{problemOf(error).message}</Banner>
    );
  return data ? <Address stored={data} /> : null;
}
