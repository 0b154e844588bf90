import { BOOK_LIMITS } from '#shared/features/pricing/price-book.schema.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/input.tsx';
import { AmountField, BookField } from './book-field.tsx';
import type { ItemRow, ZoneRow } from './book-form.rules.ts';
import { Rows } from './rows.tsx';
import type { BookFormState } from './use-book-form.ts';

const UNITS: readonly { value: ItemRow['unit']; label: string }[] = [
  { value: 'job', label: 'Per job' },
  { value: 'each', label: 'Each' },
  { value: 'foot', label: 'Per foot' },
];
const UNIT_OF: Record<ItemRow['unit'], string> = { job: 'per job', each: 'each', foot: 'per ft' };

/** The company's own items, such as a permit. */
export function Items({ state }: { state: BookFormState }) {
  const { items } = state.values;
  const change = (index: number, row: Partial<ItemRow>) => ({
    items: items.map((one, at) => (at === index ? { ...one, ...row } : one)),
  });
  return (
    <Rows
      rows={items}
      most={BOOK_LIMITS.items}
      nameOf={({ label }, index) => label.trim() || `item ${index + 1}`}
      addLabel="Add item"
      onAdd={() => state.setRows({ items: [...items, { id: '', label: '', unit: 'job', cents: '', optional: false }] })}
      onRemove={(index) => state.setRows({ items: items.toSpliced(index, 1) })}
    >
      {(row, index) => {
        const path = `items.${index}`;
        return (
          <>
            <BookField
              state={state}
              path={`${path}.label`}
              label="Item"
              placeholder="Permit"
              maxLength={80}
              value={row.label}
              change={(label) => change(index, { label })}
            />
            <Field label="Counted" error={state.errors[`${path}.unit`]}>
              <Select
                name={`${path}.unit`}
                value={row.unit}
                onChange={({ target }) => {
                  const unit = UNITS.find(({ value }) => value === target.value)?.value ?? 'job';
                  state.set(`${path}.unit`, change(index, { unit }));
                }}
              >
                {UNITS.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </Field>
            <AmountField
              state={state}
              path={`${path}.cents`}
              label="Price"
              unit={UNIT_OF[row.unit]}
              value={row.cents}
              change={(cents) => change(index, { cents })}
            />
            <Field label="Used" error={state.errors[`${path}.optional`]}>
              <Select
                name={`${path}.optional`}
                value={row.optional ? 'added' : 'always'}
                onChange={({ target }) =>
                  state.set(`${path}.optional`, change(index, { optional: target.value === 'added' }))
                }
              >
                <option value="always">Always</option>
                <option value="added">When added</option>
              </Select>
            </Field>
          </>
        );
      }}
    </Rows>
  );
}

/** Zones by ZIP code: a surcharge, or no service. */
export function Zones({ state }: { state: BookFormState }) {
  const { zones } = state.values;
  const change = (index: number, row: Partial<ZoneRow>) => ({
    zones: zones.map((one, at) => (at === index ? { ...one, ...row } : one)),
  });
  return (
    <Rows
      rows={zones}
      most={BOOK_LIMITS.zones}
      nameOf={(_row, index) => `zone ${index + 1}`}
      addLabel="Add zone"
      onAdd={() => state.setRows({ zones: [...zones, { zips: '', refuse: false, cents: '' }] })}
      onRemove={(index) => state.setRows({ zones: zones.toSpliced(index, 1) })}
    >
      {(row, index) => {
        const path = `zones.${index}`;
        return (
          <>
            <BookField
              state={state}
              path={`${path}.zips`}
              label="ZIP codes"
              placeholder="83702 83703"
              className="book-wide"
              value={row.zips}
              change={(zips) => change(index, { zips })}
            />
            <Field label="In this zone">
              <Select
                name={`${path}.refuse`}
                value={row.refuse ? 'refuse' : 'surcharge'}
                onChange={({ target }) =>
                  state.set(`${path}.refuse`, change(index, { refuse: target.value === 'refuse' }))
                }
              >
                <option value="surcharge">A surcharge</option>
                <option value="refuse">No service</option>
              </Select>
            </Field>
            {!row.refuse && (
              <AmountField
                state={state}
                path={`${path}.cents`}
                label="Surcharge"
                unit="per job"
                value={row.cents}
                change={(cents) => change(index, { cents })}
              />
            )}
          </>
        );
      }}
    </Rows>
  );
}
