import type { CompanyView } from '#shared/features/company/company.schema.ts';
import type { FollowUpChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { REMINDER, type Reminder } from '#shared/features/reminders/reminder.rules.ts';
import { Note } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { StepForm } from '../follow-ups/follow-up-form.rules.ts';
import { MessageEditor, useBody } from '../follow-ups/message-editor.tsx';
import { WorkflowRow } from '../follow-ups/workflow-row.tsx';
import type { Sample } from '../follow-ups/use-sample.ts';
import { daysWords, enabledText, fieldOf, REMINDER_WORDS, settingOf } from './reminders-form.rules.ts';
import type { RemindersFormState } from './use-reminders-form.ts';

const CHANNELS: readonly { value: FollowUpChannel; label: string }[] = [
  { value: 'sms', label: 'SMS' },
  { value: 'email', label: 'Email' },
  { value: 'both', label: 'Both' },
];

/** A reminder's message in the form that the message editor takes. */
const stepOf = (rule: Reminder, message: string): StepForm => ({
  key: rule,
  day: '',
  message,
  offer: null,
  done: null,
});

interface RowProps {
  rule: Reminder;
  state: RemindersFormState;
  company: CompanyView;
  /** Returns the tag values for a message sent in the given number of days. */
  sample: (days: string) => Sample;
}

/** The review page's URL. It's saved together with the review request. */
function ReviewUrl({ state }: Pick<RowProps, 'state'>) {
  return (
    <Field
      label="Review page"
      required
      error={state.errors['reviewUrl']}
      hint="The page that “Review link” opens, such as your Google page."
    >
      <Input {...state.field('reviewUrl')} type="url" inputMode="url" autoComplete="off" placeholder="https://" />
    </Field>
  );
}

/** When the reminder is sent, and through which channel. */
function When({ rule, state }: Pick<RowProps, 'rule' | 'state'>) {
  const days = fieldOf(rule, 'days');
  const { channel } = settingOf(state.values, rule);
  return (
    <div className="rm-when">
      <Field label={`Days ${REMINDER_WORDS[rule].after}`} error={state.errors[days]}>
        <Input
          {...state.field(days)}
          className="num"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          unit="days"
        />
      </Field>
      <div className="field">
        <span className="label">Send by</span>
        <Segmented
          label={`Send “${REMINDER_WORDS[rule].title}” by`}
          value={channel}
          onChange={(next) => state.change(fieldOf(rule, 'channel'), next)}
          options={CHANNELS}
        />
      </div>
    </div>
  );
}

function Message({ rule, state, company, sample }: RowProps) {
  const { values, longest } = sample(state.values[fieldOf(rule, 'days')]);
  const message = fieldOf(rule, 'message');
  const { channel } = settingOf(state.values, rule);
  return (
    <MessageEditor
      step={stepOf(rule, state.values[message])}
      index={1}
      name={message}
      label={`Message for “${REMINDER_WORDS[rule].title}”`}
      title="Message"
      tags={REMINDER[rule].tags}
      date={undefined}
      reader="Denise"
      values={values}
      longest={longest}
      first="maybe"
      companyName={company.name}
      asText={channel !== 'email'}
      error={state.errors[message]}
      onChange={(text) => state.change(message, text)}
      onLeave={() => state.leave(message)}
    />
  );
}

/** One reminder's row. Turning it on opens its day, channel and message, so that they're read once. */
export function ReminderRow(props: RowProps) {
  const { rule, state, company, sample } = props;
  const setting = settingOf(state.values, rule);
  const { title, after } = REMINDER_WORDS[rule];
  const asText = setting.channel !== 'email';
  const says = useBody(
    {
      step: stepOf(rule, setting.message),
      first: 'maybe',
      companyName: company.name,
      asText,
      tags: REMINDER[rule].tags,
    },
    sample(state.values[fieldOf(rule, 'days')]).values,
  );
  const linkMissing = rule === 'review' && setting.enabled && state.values.reviewUrl.trim() === '';
  return (
    <WorkflowRow
      when={
        <>
          <b>{daysWords(setting.days)}</b> <span className="muted">{after}</span>
        </>
      }
      title={title}
      channel={setting.channel}
      says={says}
      edits={`Edit “${title}”`}
      off={!setting.enabled}
      open={state.isOpen(rule)}
      onToggle={() => state.toggle(rule)}
      control={
        <Switch
          name={fieldOf(rule, 'enabled')}
          checked={setting.enabled}
          onChange={(event) => {
            state.change(fieldOf(rule, 'enabled'), enabledText(event.target.checked));
            if (event.target.checked !== state.isOpen(rule)) state.toggle(rule);
          }}
          label={
            <>
              <span className="sr-only">{title}</span>
              <span className="rm-state" aria-hidden>
                {setting.enabled ? 'On' : 'Off'}
              </span>
            </>
          }
        />
      }
    >
      {linkMissing && <Note tone="pine">Nothing is sent until you add a review page.</Note>}
      {rule === 'review' && <ReviewUrl state={state} />}
      <When rule={rule} state={state} />
      {rule === 'review' && asText && (
        <p className="sm muted">Texts are sent only to people who agreed to texts in writing.</p>
      )}
      <div className="rm-message">
        <Message {...props} />
      </div>
    </WorkflowRow>
  );
}
