import { memo } from 'react';
import { FENCE_LIMITS } from '#shared/features/pricing/fence-limits.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { bindRow, isSameRow, RowHead, type RowProps } from './row-parts.tsx';

interface LineRowProps extends RowProps<'lines'> {
  list: 'lines' | 'addOns';
  cents: number | undefined;
}

/** A line of the contractor's own, or an add-on that the homeowner can choose. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { list, row, count, cents, errors, acts } = props;
  const { bind } = bindRow(list, props);
  const name = `${list === 'lines' ? 'Line' : 'Add-on'} ${row + 1}`;
  return (
    <fieldset className="est-row stack-s">
      <legend className="sr-only">{name}</legend>
      <RowHead list={list} row={row} count={count} name={name} cents={cents} acts={acts} focus="label" />
      <div className="est-row-fields">
        <Field label="What it’s for" className="est-whole" error={errors['label']}>
          <Input {...bind('label')} maxLength={FENCE_LIMITS.label} enterKeyHint="next" autoComplete="off" />
        </Field>
        <Field label="Quantity" className="est-short" error={errors['quantity']}>
          <Input {...bind('quantity')} className="num" inputMode="decimal" enterKeyHint="next" autoComplete="off" />
        </Field>
        <Field label="Price each" className="est-mid" error={errors['unitCents']}>
          <Input
            {...bind('price', 'unitCents')}
            className="num"
            inputMode="decimal"
            enterKeyHint="next"
            unit="$"
            autoComplete="off"
          />
        </Field>
      </div>
    </fieldset>
  );
}, isSameRow);
