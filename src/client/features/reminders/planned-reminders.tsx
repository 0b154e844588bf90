import { useState } from 'react';
import { REMINDER } from '#shared/features/reminders/reminder.rules.ts';
import type { LeadReminders } from '#shared/features/reminders/reminders.schema.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Ask } from '../../ui/ask.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

type Waiting = LeadReminders['items'][number];

/** Returns text such as 'Expiry reminder by text'. */
const titleOf = ({ rule, channel }: Waiting): string =>
  `${REMINDER[rule].label} by ${channel === 'sms' ? 'text' : 'email'}`;

/** A button that permanently cancels a reminder after a confirmation. */
function CancelReminder({ item, day }: { item: Waiting; day: string }) {
  const [asking, setAsking] = useState(false);
  const utils = trpc.useUtils();
  const cancel = trpc.reminders.cancel.useMutation({
    onSuccess: () => toast.done('Reminder canceled'),
    onError: (error) => toast.error(problemOf(error).message),
    onSettled: () => Promise.all([utils.reminders.forLead.invalidate(), utils.leads.timeline.invalidate()]),
  });
  const title = titleOf(item);
  return (
    <div className="row mt-2">
      <Button
        aria-label={`Cancel reminder: ${title.toLowerCase()}, ${day}`}
        working={cancel.isPending}
        workingText="Canceling..."
        onClick={() => setAsking(true)}
      >
        Cancel reminder
      </Button>
      <Ask
        open={asking}
        title={`Cancel the ${title.toLowerCase()}?`}
        action="Cancel reminder"
        cancel="Keep it"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          cancel.mutate({ reminderId: item.id });
        }}
      >
        It’s scheduled for {day}. If you cancel it, it won’t be scheduled again for this estimate.
      </Ask>
    </div>
  );
}

/** Timeline entries for a lead's scheduled reminders, latest first. */
export function PlannedReminders({ leadId, zone }: { leadId: string; zone: string | undefined }) {
  const { data } = trpc.reminders.forLead.useQuery({ leadId });
  return data?.items.toReversed().map((item) => {
    const day = formatDayTime(item.dueAt, zone);
    return item.willNot === null ? (
      <li key={item.id} className="due">
        <strong>{titleOf(item)}</strong>
        {item.moved && <span className="muted block">{item.moved}</span>}
        <time dateTime={item.dueAt}>Will be sent {day}</time>
        <CancelReminder item={item} day={day} />
      </li>
    ) : (
      <li key={item.id} className="off">
        <strong>{titleOf(item)} won’t be sent</strong>
        <span className="muted block">{item.willNot}</span>
      </li>
    );
  });
}
