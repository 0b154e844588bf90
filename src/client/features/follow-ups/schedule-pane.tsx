import { CircleStop, Plus, ShieldCheck } from 'lucide-react';
import { useId } from 'react';
import type { FollowUpChannel, FollowUpDates, FollowUpView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { MAX_STEPS } from '#shared/features/follow-ups/steps.rules.ts';
import { fillTags, TAGS } from '#shared/features/follow-ups/tags.rules.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { formatDay } from '../../lib/dates.ts';
import { Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { CHANNEL_WORDS } from './channel-words.ts';
import { DaysRail } from './days-rail.tsx';
import { daysToAsk, offerTags, type StepForm, tagsOf } from './follow-up-form.rules.ts';
import { SentStepRow, StepRow } from './step-row.tsx';
import { countedFrom } from './use-dates.ts';
import type { FollowUpFormState } from './use-follow-up-form.ts';
import { trpc } from '../../lib/trpc.ts';
import { FieldError } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { AddEmail } from '../leads/add-email.tsx';

interface ChannelChoiceProps {
  lead: LeadView;
  value: FollowUpChannel;
  onChange: (channel: FollowUpChannel) => void;
  error: string | undefined;
}

/**
 * The choice between SMS, Email and Both. An unavailable channel is shown with the reason, instead of being hidden (C4,
 * C22, C26).
 */
function ChannelChoice({ lead, value, onChange, error }: ChannelChoiceProps) {
  const why = useId();
  const { allowed, reason } = lead.sms;
  const { data: mail } = trpc.leads.mailState.useQuery({ leadId: lead.id });
  const noMail = mail?.reason ?? null;
  const suffix = lead.phone === null ? ' (no phone number)' : '';
  return (
    <div className="stack-s">
      <div className="row between flex-wrap">
        <span className="fu-by">Send by</span>
        <Segmented
          label="Send by"
          value={value}
          onChange={onChange}
          {...(allowed && noMail === null ? {} : { describedBy: why })}
          options={[
            { value: 'sms', label: `SMS${suffix}`, disabled: !allowed },
            { value: 'email', label: 'Email', disabled: noMail !== null },
            { value: 'both', label: `Both${suffix}`, disabled: !allowed || noMail !== null },
          ]}
        />
      </div>
      {(!allowed || noMail !== null) && (
        <div className="sm muted" id={why}>
          {!allowed && (
            <p>
              Texts are off for {lead.name}: {sentences(reason ?? 'there’s no phone number')}
            </p>
          )}
          {noMail !== null && <p>{noMail}</p>}
          {lead.email === null && <AddEmail leadId={lead.id} />}
        </div>
      )}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;
/** Formats an instant as 'Nov 6'. */
const shortDay = (at: string, zone: string | undefined): string => formatDay(at, zone).replace(/, \d{4}$/, '');

/**
 * Returns a step's message with only the street of the address, so that the price or the offer fits into two lines. `at`
 * is when it will be sent.
 */
const previewOf = (
  lead: LeadView,
  { message, offer }: StepForm,
  { at, zone }: { at: string | undefined; zone: string | undefined },
): string => {
  const { address, ...tags } = tagsOf(lead, location.origin);
  const street = address?.split(',')[0] ?? null;
  const promised = offerTags(offer, { at: at === undefined ? undefined : new Date(at), zone, language: lead.language });
  return fillTags(message, { ...tags, address: street, ...promised }, TAGS, lead.language).trim();
};

/** Explains why texts are allowed, and what stops the schedule. */
function ConsentNote({ lead, zone, texts }: { lead: LeadView; zone: string | undefined; texts: boolean }) {
  const agreed =
    texts && lead.sms.consentAt !== null
      ? `${firstName(lead.name)} agreed to texts on ${shortDay(lead.sms.consentAt, zone)}. `
      : '';
  return (
    <Note icon={<ShieldCheck className="i" aria-hidden />}>
      {agreed}A reply, acceptance or payment stops follow-ups.
    </Note>
  );
}

/** Explains why nothing more will be sent. Shown if the schedule is stopped or complete. */
function StateNote({ view, zone }: { view: FollowUpView; zone: string | undefined }) {
  if (view.status === 'stopped')
    return (
      <Note tone="pine" icon={<CircleStop className="i" aria-hidden />}>
        {view.stopReason ?? 'These follow-ups were stopped.'} Turn on follow-ups to send the remaining messages.
      </Note>
    );
  if (view.status === 'done')
    return (
      <>
        <Note tone="chalk">All of these follow-ups are done. Activate them to start over from today.</Note>
        <ol aria-label="Sent follow-ups">
          {view.steps.map(({ day, dueAt, messages }) => (
            <SentStepRow key={day} day={String(day)} sent={{ dueAt, messages }} zone={zone} />
          ))}
        </ol>
        <h3 className="fu-again">If you start over</h3>
      </>
    );
  return null;
}

interface SchedulePaneProps {
  lead: LeadView;
  view: FollowUpView;
  state: FollowUpFormState;
  dates: FollowUpDates | undefined;
  sendTime: string | undefined;
}

/** Lets the contractor edit when messages are sent and through which channel. */
export function SchedulePane({ lead, view, state, dates, sendTime }: SchedulePaneProps) {
  const { values: form, errors } = state;
  const zone = dates?.timeZone;
  const whenOf = (day: string) => dates?.dates.find((date) => String(date.day) === day.trim());
  const today = countedFrom(dates);
  const firstPlain = form.steps.findIndex(({ done, day }) => done === null && !whenOf(day)?.moved);
  // Its line is there before the dates, so that the steps below don't move.
  const hint = sendTime && ['Your send time', dates?.zoneLabel].filter(Boolean).join(', ');
  const posts = daysToAsk(form.steps).map((day) => {
    const due =
      form.steps.find((step) => step.done && step.day === String(day))?.done?.dueAt ?? whenOf(String(day))?.dueAt;
    return { day, date: due ? shortDay(due, zone) : undefined };
  });
  return (
    <div className="stack fu-pane">
      <StateNote view={view} zone={zone} />
      <ChannelChoice
        lead={lead}
        value={form.channel}
        onChange={(channel) => state.change('channel', channel)}
        error={errors['channel']}
      />
      {posts.length > 0 && (
        <DaysRail posts={posts} today={today && shortDay(today, zone)} what={CHANNEL_WORDS[form.channel]} />
      )}
      <ol>
        {form.steps.map((step, index) => (
          <StepRow
            key={step.key}
            step={step}
            index={index}
            when={whenOf(step.day)}
            zone={zone}
            hint={index === firstPlain ? hint : undefined}
            says={previewOf(lead, step, { at: step.done?.dueAt ?? whenOf(step.day)?.dueAt, zone })}
            error={errors[`steps.${index}.day`]}
            onDay={(day) => state.changeStep(index, 'day', day)}
            onLeave={() => state.leave(`steps.${index}.day`)}
            onRemove={() => state.removeStep(step.key)}
          />
        ))}
      </ol>
      <div className="row">
        <Button icon={<Plus className="i" aria-hidden />} onMouseDown={keepFocus} onClick={state.addStep}>
          Add a follow-up
        </Button>
        <span className="sm muted num">
          {form.steps.length} of {MAX_STEPS}
        </span>
      </div>
      <ConsentNote lead={lead} zone={zone} texts={form.channel !== 'email'} />
    </div>
  );
}
