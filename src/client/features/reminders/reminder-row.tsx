import { ChevronDown } from 'lucide-react';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import type { FollowUpChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { REMINDER, type Reminder } from '#shared/features/reminders/reminder.rules.ts';
import { Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { MessageEditor } from '../follow-ups/message-editor.tsx';
import type { Sample } from '../follow-ups/use-sample.ts';
import { enabledText, fieldOf, REMINDER_WORDS, settingOf, whenWords } from './reminders-form.rules.ts';
import type { RemindersFormState } from './use-reminders-form.ts';

const CHANNELS: readonly { value: FollowUpChannel; label: string }[] = [
  { value: 'sms', label: 'SMS' },
  { value: 'email', label: 'Email' },
  { value: 'both', label: 'Both' },
];

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
      step={{ key: rule, day: '', message: state.values[message], offer: null, done: null }}
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

/** One reminder. Its day, channel and message are shown only while it's on. */
export function ReminderRow(props: RowProps) {
  const { rule, state } = props;
  const setting = settingOf(state.values, rule);
  const open = state.opened.has(rule);
  const linkMissing = rule === 'review' && setting.enabled && state.values.reviewUrl.trim() === '';
  const shown = setting.enabled || (['days', 'message'] as const).some((field) => state.errors[fieldOf(rule, field)]);
  return (
    <li className="rm-row">
      <Switch
        name={fieldOf(rule, 'enabled')}
        checked={setting.enabled}
        onChange={(event) => state.change(fieldOf(rule, 'enabled'), enabledText(event.target.checked))}
        label={
          <>
            <span className="rm-name">{REMINDER_WORDS[rule].title}</span>
            <span className="sm muted">
              <span className="rm-state" aria-hidden>
                {setting.enabled ? 'On' : 'Off'}
              </span>
              {whenWords(rule, setting)}
            </span>
          </>
        }
      />
      {shown && (
        <div className="stack rm-more">
          {linkMissing && <Note tone="pine">Nothing is sent until you add a review page.</Note>}
          {rule === 'review' && <ReviewUrl state={state} />}
          <When rule={rule} state={state} />
          {rule === 'review' && setting.channel !== 'email' && (
            <p className="sm muted">Texts are sent only to people who agreed to texts in writing.</p>
          )}
          <Button
            variant="quiet"
            className="-ml-[17px] justify-self-start"
            aria-expanded={open}
            icon={<ChevronDown className={open ? 'i rotate-180' : 'i'} aria-hidden />}
            onClick={() => state.toggle(rule)}
          >
            {open ? 'Hide the message' : 'Show the message'}
          </Button>
          {open && (
            <div className="rm-message">
              <Message {...props} />
            </div>
          )}
        </div>
      )}
    </li>
  );
}
