import { X } from 'lucide-react';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { cornersAndEnds } from '#shared/features/pricing/fence.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { inputName } from './estimate-form.rules.ts';
import { type OptionForm, optionPath } from './estimate-options.rules.ts';
import type { FenceForm } from './fence-form.rules.ts';
import { bindRow, errorsBelow, type RowActs } from './row-parts.tsx';

interface ExtraProps {
  at: number;
  option: OptionForm;
  pricing: PricingView;
  errors: Readonly<Record<string, string>>;
  acts: RowActs;
}

/** A number that most fences don't need, with a button that takes it off. */
function ExtraNumber({
  field,
  label,
  unit,
  placeholder,
  at,
  option,
  errors,
  acts,
}: Omit<ExtraProps, 'pricing'> & {
  field: keyof FenceForm & ('removalFeet' | 'corners' | 'ends');
  label: string;
  unit?: string;
  placeholder?: string;
}) {
  const text = option[field];
  if (text === null) return null;
  return (
    <div className="est-extra">
      <Field label={label} className="grow" error={errors[optionPath(at, field)]}>
        <Input
          name={inputName(optionPath(at, field))}
          value={text}
          className="num"
          inputMode={unit ? 'decimal' : 'numeric'}
          enterKeyHint="next"
          autoComplete="off"
          {...(unit && { unit })}
          {...(placeholder && { placeholder })}
          onChange={(event) => acts.edit(field, (now) => ({ ...now, [field]: event.target.value }))}
          onBlur={() => acts.leave(field, text)}
          onFocus={acts.enter}
        />
      </Field>
      <IconButton
        label={`Take off: ${label}`}
        tip="Take off"
        onMouseDown={keepFocus}
        onClick={() => acts.arrange((now) => ({ ...now, [field]: null }))}
      >
        <X className="i" aria-hidden />
      </IconButton>
    </div>
  );
}

const UNITS = { job: 'for the job', each: 'each', foot: 'per ft' } as const;

/** An item of the book. One that is in every estimate is taken off with the quantity 0. */
function ItemRow({ at, row, option, pricing, errors, acts }: ExtraProps & { row: number }) {
  const value = option.items[row];
  if (!value) return null;
  const item = pricing.book.items.find(({ id }) => id === value.itemId);
  const path = optionPath(at, 'items');
  const own = errorsBelow(errors, `${path}.${row}`);
  const { bind, set } = bindRow('items', { value, row, path, acts });
  const label = item?.label ?? 'An item that is no longer in your price book';
  const isOff = item?.optional === false && value.quantity.trim() === '0';
  const remove = () => acts.arrange((now) => ({ ...now, items: now.items.toSpliced(row, 1) }));
  return (
    <div className="est-extra">
      <Field
        label={label}
        className="grow"
        error={own['itemId'] ?? own['quantity']}
        hint={item && `${formatCents(item.cents)} ${UNITS[item.unit]}`}
      >
        <Input
          {...bind('quantity')}
          className="num"
          inputMode="decimal"
          enterKeyHint="next"
          autoComplete="off"
          aria-label={`Quantity of ${label}`}
          placeholder={item?.unit === 'foot' ? 'The whole length' : '1'}
        />
      </Field>
      {item?.optional === false ? (
        <Button onMouseDown={keepFocus} onClick={() => set('quantity', { quantity: isOff ? '' : '0' })}>
          {isOff ? 'Put back' : 'Take off'}
        </Button>
      ) : (
        <IconButton label={`Take off: ${label}`} tip="Take off" onMouseDown={keepFocus} onClick={remove}>
          <X className="i" aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

/** The removal of the old fence, corners and ends, and items of the price book: each once it's wanted. */
export function ExtraFields(props: ExtraProps) {
  const { option } = props;
  const found = cornersAndEnds({
    runs: option.runs.map(({ join, closed }, at) => ({
      feet: 1,
      materialId: '' as never,
      join,
      closed: closed && at > 0 && at === option.runs.length - 1,
    })),
  });
  return (
    <>
      <ExtraNumber {...props} field="removalFeet" label="Old fence to remove" unit="ft" />
      <ExtraNumber {...props} field="corners" label="Corners" placeholder={String(found.corners)} />
      <ExtraNumber {...props} field="ends" label="Ends" placeholder={String(found.ends)} />
      {option.items.map(({ key }, row) => (
        <ItemRow key={key} {...props} row={row} />
      ))}
    </>
  );
}
