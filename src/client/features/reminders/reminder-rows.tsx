import { Fragment } from 'react';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import type { TagValues } from '#shared/features/follow-ups/tags.rules.ts';
import { type Reminder, REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import { useNow } from '../../lib/now.ts';
import { Link } from '../../lib/router.tsx';
import { Note } from '../../ui/banner.tsx';
import { type Sample, useSample } from '../follow-ups/use-sample.ts';
import { ReminderRow } from './reminder-row.tsx';
import { settingOf } from './reminders-form.rules.ts';
import './reminders.css';
import type { RemindersFormState } from './use-reminders-form.ts';

/** Warns that email reminders aren't sent until the company has a postal address (C22). */
function AddressNote({ state, company }: { state: RemindersFormState; company: CompanyView }) {
  const byMail = REMINDERS.some((rule) => {
    const { enabled, channel } = settingOf(state.values, rule);
    return enabled && channel !== 'sms';
  });
  if (!byMail || company.postalAddress) return null;
  return (
    <div className="wf-add">
      <Note tone="pine">
        By law, email reminders must include your postal address.{' '}
        <Link to="/dashboard?tab=admin&section=company">Add it under Company</Link>
      </Note>
    </div>
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

/** The reminders in the order of a job. */
const PARTS: readonly { id: string; name: string; about: string; rules: readonly Reminder[] }[] = [
  {
    id: 'wf-estimate',
    name: 'Estimate reminders',
    about: 'once per estimate, until it’s decided or paid',
    rules: ['not_viewed', 'not_answered', 'expiring'],
  },
  { id: 'wf-job', name: 'After the work', about: 'once per estimate', rules: ['balance', 'review'] },
];

/** The reminders' rows: which are sent automatically, and the day, channel and message of each. */
export function ReminderRows({ state, company }: { state: RemindersFormState; company: CompanyView }) {
  const sample = useReminderSample(company, state.values.reviewUrl);
  return (
    <>
      {PARTS.map(({ id, name, about, rules }) => (
        <Fragment key={id}>
          <h3 id={id}>
            {name} <span>{about}</span>
          </h3>
          <ol aria-labelledby={id}>
            {rules.map((rule) => (
              <ReminderRow key={rule} rule={rule} state={state} company={company} sample={sample(rule)} />
            ))}
          </ol>
        </Fragment>
      ))}
      <AddressNote state={state} company={company} />
    </>
  );
}
