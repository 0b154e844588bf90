import { useState } from 'react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { VisitSlotView, VisitView } from '#shared/features/visits/visits.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { addDays, localDateOf } from '#shared/primitives/local-date.ts';
import { useTimeZone } from '../../lib/company.ts';
import { browserZone, formatDayTime, formatTime } from '../../lib/dates.ts';
import { problemOf } from '../../lib/errors.ts';
import { useForm } from '../../lib/form.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Note } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { FormProblem } from '../auth/form-problem.tsx';
import { useAfterVisit } from './use-after-visit.ts';
import { useMembers } from './use-members.ts';

const BLANK = { day: '', startsAt: '' };

interface PickTimeProps {
  lead: Pick<LeadView, 'id' | 'name'>;
  /** The visit to move. Without it, a visit is booked. */
  visit?: Pick<VisitView, 'id' | 'userId'>;
  onClose: () => void;
}

/** A slot as the value of an option: its instant and its member. */
const valueOf = ({ startsAt, userId }: VisitSlotView): string => `${startsAt} ${userId}`;

/** The free times of the days on which visits can be booked. */
const useSlots = (lead: PickTimeProps['lead'], visit: PickTimeProps['visit']) => {
  const zone = useTimeZone().zone ?? browserZone();
  const today = localDateOf(useNow(), zone);
  const { data: settings } = trpc.visits.settings.useQuery(undefined, { staleTime: 60_000 });
  return trpc.visits.slots.useQuery(
    {
      leadId: lead.id,
      from: today,
      to: addDays(today, settings?.horizonDays ?? 0),
      ...(visit?.userId && { userId: visit.userId }),
    },
    { enabled: settings !== undefined },
  );
};

/** Books or moves a visit: a day, then a time that is free. */
export default function PickTimeDialog({ lead, visit, onClose }: PickTimeProps) {
  const [values, setValues] = useState(BLANK);
  const [key] = useState(() => crypto.randomUUID());
  const { zone } = useTimeZone();
  const nameOf = useMembers();
  const slots = useSlots(lead, visit);
  const reload = useAfterVisit(lead.id);
  const after = {
    onSuccess: ({ startsAt }: VisitView) => {
      toast.done(visit ? 'Visit moved' : 'Visit booked', { detail: formatDayTime(startsAt, zone) });
      onClose();
    },
    onError: () => void slots.refetch(),
    onSettled: reload,
  };
  const book = trpc.visits.book.useMutation(after);
  const move = trpc.visits.move.useMutation(after);
  const dayOf = ({ startsAt }: VisitSlotView) => localDateOf(new Date(startsAt), zone ?? browserZone());
  const free = slots.data ?? [];
  const days = [...new Map(free.map((slot) => [dayOf(slot), slot.startsAt]))];
  const times = free.filter((slot) => dayOf(slot) === values.day);
  const severalMembers = new Set(free.map(({ userId }) => userId)).size > 1;
  const { form, field, errors, failure, working, dirty, change } = useForm({
    values,
    start: BLANK,
    type: (typed) => setValues((before) => ({ ...before, ...typed })),
    rules: ({ day, startsAt }): FieldErrors => ({
      ...(day === '' && { day: 'Choose a day' }),
      ...(startsAt === '' && { startsAt: 'Choose a time' }),
    }),
    submit: (chosen) => {
      const [startsAt = '', userId = ''] = chosen.startsAt.split(' ');
      if (visit) move.mutate({ visitId: visit.id, startsAt, userId });
      else book.mutate({ leadId: lead.id, startsAt, userId, idempotencyKey: `${key} ${chosen.startsAt}` });
    },
    call: visit ? move : book,
  });
  return (
    <FormDialog
      title={visit ? 'Move the visit' : `Book a visit with ${lead.name}`}
      onClose={onClose}
      save={visit ? 'Move visit' : 'Book visit'}
      working={working}
      dirty={dirty}
      form={form}
    >
      <FormProblem problem={failure} />
      {slots.error && <Note>{problemOf(slots.error).message}</Note>}
      {slots.data?.length === 0 && <Note>No time is free. You can change the hours in Admin, Company.</Note>}
      <Field label="Day" error={errors['day']}>
        <Select
          {...field('day')}
          disabled={free.length === 0}
          onChange={(event) => {
            change('day', event.target.value);
            change('startsAt', '');
          }}
        >
          <option value="">{slots.isPending ? 'Loading free days...' : 'Choose a day'}</option>
          {days.map(([day, startsAt]) => (
            <option key={day} value={day}>
              {formatDayTime(startsAt, zone).split(' ').slice(0, 4).join(' ')}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Time" error={errors['startsAt']} hint="The homeowner gets an email with the time.">
        <Select {...field('startsAt')} disabled={times.length === 0}>
          <option value="">Choose a time</option>
          {times.map((slot) => (
            <option key={valueOf(slot)} value={valueOf(slot)}>
              {formatTime(slot.startsAt, zone)}
              {severalMembers && nameOf(slot.userId) !== '' && `, ${nameOf(slot.userId)}`}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
