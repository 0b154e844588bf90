interface DayFieldProps {
  index: number;
  day: string;
  /** The id of the error's element. Undefined if there is no error. */
  errorId: string | undefined;
  onDay: (day: string) => void;
  onLeave: () => void;
}

/** The field for the number of days between activation and a step, labeled 'Day 3', for example. */
export function DayField({ index, day, errorId, onDay, onLeave }: DayFieldProps) {
  return (
    <label className="dayf">
      <span>Day</span>
      <input
        className="input"
        name={`steps.${index}.day`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        aria-label={`Day of follow-up ${index + 1}`}
        value={day}
        aria-invalid={errorId !== undefined || undefined}
        aria-describedby={errorId}
        onChange={(event) => onDay(event.target.value)}
        onBlur={onLeave}
      />
    </label>
  );
}
