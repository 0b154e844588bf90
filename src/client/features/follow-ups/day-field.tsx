interface DayFieldProps {
  index: number;
  day: string;
  /** The ID of the error element. Undefined if there's no error. */
  errorId: string | undefined;
  onDay: (day: string) => void;
  onLeave: () => void;
}

/** A step's day field, with a label such as 'Day 3'. Days are counted from activation. */
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
