import { WEEK } from '../lib/week.ts';
import './day-hours.css';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { Switch } from './switch.tsx';

/** The fields of a weekday, such as 'from.1'. Both are '' if the day is closed. Times are 'HH:MM'. */
export type HoursField = `${'from' | 'to'}.${number}`;

interface DayHoursProps {
  /** 0 is Sunday. */
  day: number;
  values: Record<HoursField, string>;
  /** Changes both times at once. */
  type: (change: Partial<Record<HoursField, string>>) => void;
  field: (name: HoursField) => {
    name: string;
    value: string;
    onChange: (event: { target: { value: string } }) => void;
    onBlur: () => void;
  };
  errors: Readonly<Record<string, string | undefined>>;
  /** The hours of a day that is switched to open. */
  usual: { from: string; to: string };
  /** What is shown for a day that isn't open. */
  closed: string;
}

/** One day's hours: a switch and, while it's on, two times. */
function DayHours({ day, values, type, field, errors, usual, closed }: DayHoursProps) {
  const [from, to] = [`from.${day}`, `to.${day}`] as const;
  const name = WEEK[day] ?? '';
  const isOpen = values[from] !== '' || values[to] !== '';
  return (
    <li className="day-hours">
      <Switch
        name={`open.${day}`}
        checked={isOpen}
        onChange={(event) =>
          type(event.target.checked ? { [from]: usual.from, [to]: usual.to } : { [from]: '', [to]: '' })
        }
        label={name}
      />
      {isOpen ? (
        <div className="day-times">
          <Field label={<span className="sr-only">{`${name}, open from`}</span>} error={errors[from]}>
            <Input {...field(from)} type="time" className="num" />
          </Field>
          <span aria-hidden>to</span>
          <Field label={<span className="sr-only">{`${name}, open until`}</span>} error={errors[to]}>
            <Input {...field(to)} type="time" className="num" />
          </Field>
        </div>
      ) : (
        <span className="sm muted">{closed}</span>
      )}
    </li>
  );
}

/** The hours of each day of the week. */
export const WeekHours = (props: Omit<DayHoursProps, 'day'>) => (
  <ul className="week-hours">
    {WEEK.map((name, day) => (
      <DayHours key={name} day={day} {...props} />
    ))}
  </ul>
);
