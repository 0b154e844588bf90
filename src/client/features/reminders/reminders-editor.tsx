import { sentences } from '#shared/primitives/sentence.ts';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import type { TagValues } from '#shared/features/follow-ups/tags.rules.ts';
import { type Reminder, REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import type { ReminderSettingsView } from '#shared/features/reminders/reminders.schema.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import { useNow } from '../../lib/now.ts';
import { Link } from '../../lib/router.tsx';
import { Banner, Note } from '../../ui/banner.tsx';
import { NewerNote } from '../../ui/newer-note.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { type Sample, useSample } from '../follow-ups/use-sample.ts';
import { ReminderRow } from './reminder-row.tsx';
import { settingOf } from './reminders-form.rules.ts';
import './reminders.css';
import { type RemindersFormState, useRemindersForm } from './use-reminders-form.ts';

/** Warns that email reminders aren't sent until the company has a postal address (C22). */
function AddressNote({ state, company }: { state: RemindersFormState; company: CompanyView }) {
  const byMail = REMINDERS.some((rule) => {
    const { enabled, channel } = settingOf(state.values, rule);
    return enabled && channel !== 'sms';
  });
  if (!byMail || company.postalAddress) return null;
  return (
    <Note tone="pine">
      By law, email reminders must include your postal address.{' '}
      <Link to="/dashboard?tab=admin&section=company">Add it under Company</Link>
    </Note>
  );
}

/** Extends the sample with the values that only reminders use. */
const useReminderSample = (company: CompanyView, reviewUrl: string) => {
  const sample = useSample(company.timeZone);
  const now = useNow();
  return (rule: Reminder) =>
    (days: string): Sample => {
      const validUntil = formatDate(
        new Date(now.getTime() + (rule === 'expiring' ? Number(days) || 0 : 28) * DAY),
        company.timeZone,
      );
      const reviewLink = reviewUrl.trim() || 'https://g.page/r/your-page/review';
      const { values, longest } = sample(days, null);
      const fill = (given: TagValues, owed: (cents: number) => number): TagValues => ({
        ...given,
        validUntil,
        balanceCents: given.estimateCents === null ? null : owed(given.estimateCents),
        reviewLink,
      });
      return {
        values: fill(values, (cents) => Math.floor(cents / 2)),
        // If a US state caps the deposit, the balance can be nearly the whole price.
        longest: fill(longest, (cents) => cents),
      };
    };
};

/** Lets the contractor choose which reminders are sent automatically, and edit the day, channel and message of each. */
export function RemindersEditor({ stored, company }: { stored: ReminderSettingsView; company: CompanyView }) {
  const state = useRemindersForm(stored);
  const sample = useReminderSample(company, state.values.reviewUrl);
  return (
    <form {...state.form} className="stack gap-6" aria-labelledby="reminders-title">
      <div className="stack-s">
        <h2 id="reminders-title">Automatic reminders</h2>
        <p className="muted">
          Each reminder is sent once per estimate, at your send time in the job’s time zone. A reply, decision or
          payment cancels it. Turning on a reminder affects only what happens afterward.
        </p>
      </div>
      {state.failure && (
        <Banner>
          <b>We couldn’t save the reminders.</b> {sentences(state.failure.message)}
        </Banner>
      )}
      {state.newer && <NewerNote what="These reminders" onTake={state.discard} />}
      <AddressNote state={state} company={company} />
      <ul className="rm-rows">
        {REMINDERS.map((rule) => (
          <ReminderRow key={rule} rule={rule} state={state} company={company} sample={sample(rule)} />
        ))}
      </ul>
      <SaveBar
        dirty={state.dirty}
        what="the automatic reminders"
        changed={state.changed}
        label="Save reminders"
        saving={state.working}
        onDiscard={state.discard}
      />
    </form>
  );
}
