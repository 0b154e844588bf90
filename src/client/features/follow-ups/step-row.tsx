import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { FollowUpDates } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { formatDay, formatDayTime } from '../../lib/dates.ts';
import { FieldError } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { MessageStateBadge } from '../../ui/state-badges.tsx';
import { STEP_WORDS } from './channel-words.ts';
import { DayField } from './day-field.tsx';
import type { SentStep, StepForm } from './follow-up-form.rules.ts';

type When = FollowUpDates['dates'][number] | undefined;

/** Shows 'Nov 6, 2026' in bold, followed by 'Fri 10:00 AM'. */
function DateText({ dueAt, zone }: { dueAt: string; zone: string | undefined }) {
  const day = formatDay(dueAt, zone);
  return (
    <>
      <b className="num">{day}</b> <span className="num">{formatDayTime(dueAt, zone).slice(day.length + 1)}</span>
    </>
  );
}

/** A step that was sent or skipped, with the time and the result. */
export function SentStepRow({ day, sent, zone }: { day: string; sent: SentStep; zone: string | undefined }) {
  return (
    <li className="step step-done">
      <span className="fu-day num">Day {day}</span>
      <div>
        {sent.dueAt ? <DateText dueAt={sent.dueAt} zone={zone} /> : <b>Day {day}</b>}
        {sent.messages.map(
          ({ channel, reason }) =>
            reason && (
              <p key={channel} className="sm muted">
                {reason}
              </p>
            ),
        )}
      </div>
      <div className="fu-states">
        {sent.messages.map(({ channel, status }) => (
          <span key={channel} className="row gap-2">
            <span className="sm muted">{STEP_WORDS[channel]}</span>
            <MessageStateBadge status={status} />
          </span>
        ))}
      </div>
    </li>
  );
}

interface StepRowProps {
  step: StepForm;
  index: number;
  when: When;
  zone: string | undefined;
  /**
   * A hint such as 'Your send time, Mountain time'. It's shown on the first unsent step whose date wasn't moved.
   */
  hint: string | undefined;
  /** The beginning of the step's message. */
  says: string;
  error: string | undefined;
  onDay: (day: string) => void;
  onLeave: () => void;
  onRemove: () => void;
}

/** One step of the schedule: its day and date, and the reason if the date was moved. */
export function StepRow({ step, index, when, zone, hint, says, error, onDay, onLeave, onRemove }: StepRowProps) {
  const errorId = useId();
  if (step.done) return <SentStepRow day={step.day} sent={step.done} zone={zone} />;
  return (
    <li className="step">
      <DayField index={index} day={step.day} errorId={error && errorId} onDay={onDay} onLeave={onLeave} />
      <div>
        {when ? <DateText dueAt={when.dueAt} zone={zone} /> : <span className="muted">No date yet</span>}
        {(when?.moved ?? hint) && <p className="sm muted">{when?.moved ?? hint}</p>}
      </div>
      <IconButton label={`Remove follow-up ${index + 1}`} tip="Remove" onMouseDown={keepFocus} onClick={onRemove}>
        <Trash2 className="i" aria-hidden />
      </IconButton>
      {says && <p className="fu-says">{says}</p>}
      {error && (
        <div className="step-error">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </li>
  );
}
