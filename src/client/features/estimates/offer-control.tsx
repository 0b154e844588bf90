import { Tag, X } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { Segmented } from '../../ui/segmented.tsx';
import './offer-control.css';
import { NEW_OFFER, type OfferForm } from './offer-form.rules.ts';

interface OfferControlProps {
  offer: OfferForm | null;
  /** The field path, such as 'steps.2.offer'. The inputs are named '<path>.value' and '<path>.days'. */
  path: string;
  /** What the offer is called here: 'Offer' or 'Discount'. */
  label: string;
  /** The label of the button that sets one. */
  add: string;
  /** What the days count from, such as 'this message is sent'. */
  from: string;
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (offer: OfferForm | null, path: string) => void;
  onLeave: (path: string) => void;
}

const KINDS = [
  { value: 'percent', label: '%' },
  { value: 'amount', label: '$' },
] as const;

/**
 * Sets an offer on a follow-up step, or a discount on an estimate. It's a button until one is set. The offer alone
 * changes the price, never a message's words (C30).
 */
export function OfferControl({ offer, path, label, add, from, errors, onChange, onLeave }: OfferControlProps) {
  const id = useId();
  const [valuePath, daysPath] = [`${path}.value`, `${path}.days`];
  const focus = (name: string) => requestAnimationFrame(() => document.getElementsByName(name)[0]?.focus());
  if (offer === null)
    return (
      <Button
        className="justify-self-start"
        name={path}
        icon={<Tag className="i" aria-hidden />}
        onMouseDown={keepFocus}
        onClick={() => {
          onChange(NEW_OFFER, path);
          focus(valuePath);
        }}
      >
        {add}
      </Button>
    );
  const [wrong, wrongDays] = [errors[valuePath], errors[daysPath]];
  return (
    <fieldset className="offer">
      <legend>{label}</legend>
      <div className="offer-row">
        <Segmented
          label={`${label} in percent or dollars`}
          value={offer.kind}
          onChange={(kind) => onChange({ ...offer, kind }, valuePath)}
          options={KINDS}
        />
        <input
          className="input num"
          name={valuePath}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          aria-label={offer.kind === 'percent' ? `${label} in percent` : `${label} in dollars`}
          value={offer.value}
          aria-invalid={wrong !== undefined || undefined}
          aria-describedby={wrong && `${id}-value`}
          onChange={(event) => onChange({ ...offer, value: event.target.value }, valuePath)}
          onBlur={() => onLeave(valuePath)}
        />
        <span>off for</span>
        <input
          className="input num"
          name={daysPath}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          aria-label={`Days that the ${label.toLowerCase()} lasts`}
          value={offer.days}
          aria-invalid={wrongDays !== undefined || undefined}
          aria-describedby={wrongDays && `${id}-days`}
          onChange={(event) => onChange({ ...offer, days: event.target.value }, daysPath)}
          onBlur={() => onLeave(daysPath)}
        />
        <span>{offer.days.trim() === '1' ? 'day' : 'days'}</span>
        <IconButton
          label={`Remove the ${label.toLowerCase()}`}
          tip="Remove"
          onMouseDown={keepFocus}
          onClick={() => {
            onChange(null, path);
            focus(path);
          }}
        >
          <X className="i" aria-hidden />
        </IconButton>
      </div>
      {wrong && <FieldError id={`${id}-value`}>{wrong}</FieldError>}
      {wrongDays && <FieldError id={`${id}-days`}>{wrongDays}</FieldError>}
      <p className="xs muted">
        The price is lower from the moment {from} until the end of the last day, where the job is.
      </p>
    </fieldset>
  );
}
