import { BOOK_LIMITS } from '#shared/features/pricing/price-book.schema.ts';
import { FIXED_KINDS } from '#shared/features/pricing/price-book.ts';
import type { MaterialView } from '#shared/features/pricing/pricing.schema.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/input.tsx';
import { AmountField, BookField } from './book-field.tsx';
import { type GateRow, newGateKey } from './book-form.rules.ts';
import { Rows } from './rows.tsx';
import type { BookFormState } from './use-book-form.ts';

interface PartProps {
  state: BookFormState;
  materials: readonly MaterialView[];
}

interface MaterialChoiceProps extends PartProps {
  path: string;
  value: string;
  onChange: (materialId: string) => void;
}

function MaterialChoice({ state, materials, path, value, onChange }: MaterialChoiceProps) {
  return (
    <Field label="Material" error={state.errors[path]}>
      <Select name={path} value={value} onChange={({ target }) => onChange(target.value)}>
        {materials.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

const nameIn = (materials: readonly MaterialView[], id: string): string =>
  materials.find((material) => material.id === id)?.name ?? 'this material';

/** Prices per foot by height. */
export function Heights({ state, materials }: PartProps) {
  const { heights } = state.values;
  const change = (index: number, row: Partial<(typeof heights)[number]>) => ({
    heights: heights.map((one, at) => (at === index ? { ...one, ...row } : one)),
  });
  const last = heights.at(-1);
  return (
    <Rows
      rows={heights}
      most={BOOK_LIMITS.heights}
      nameOf={({ materialId, heightFt }) => `${nameIn(materials, materialId)} at ${heightFt} ft`}
      addLabel="Add height"
      onAdd={() =>
        state.setRows({
          heights: [
            ...heights,
            { materialId: last?.materialId ?? materials[0]?.id ?? '', heightFt: '', perFootCents: '' },
          ],
        })
      }
      onRemove={(index) => state.setRows({ heights: heights.toSpliced(index, 1) })}
    >
      {(row, index) => (
        <>
          <MaterialChoice
            state={state}
            materials={materials}
            path={`heights.${index}.materialId`}
            value={row.materialId}
            onChange={(materialId) => state.set(`heights.${index}.materialId`, change(index, { materialId }))}
          />
          <AmountField
            state={state}
            path={`heights.${index}.heightFt`}
            label="Height"
            unit="ft"
            value={row.heightFt}
            change={(heightFt) => change(index, { heightFt })}
          />
          <AmountField
            state={state}
            path={`heights.${index}.perFootCents`}
            label="Price"
            unit="per ft"
            value={row.perFootCents}
            change={(perFootCents) => change(index, { perFootCents })}
          />
        </>
      )}
    </Rows>
  );
}

/** The prices of one kind of gate for certain materials. */
function GatePrices({ state, materials, at }: PartProps & { at: number }) {
  const { gateKinds } = state.values;
  const kind = gateKinds[at];
  if (!kind) return null;
  const { byMaterial } = kind;
  const withRows = (rows: GateRow['byMaterial']) => ({
    gateKinds: gateKinds.map((one, index) => (index === at ? { ...one, byMaterial: rows } : one)),
  });
  const change = (index: number, row: Partial<GateRow['byMaterial'][number]>) =>
    withRows(byMaterial.map((one, place) => (place === index ? { ...one, ...row } : one)));
  return (
    <div className="book-inner">
      <Rows
        rows={byMaterial}
        most={BOOK_LIMITS.heights}
        nameOf={({ materialId }) => `the price of ${kind.label} in ${nameIn(materials, materialId)}`}
        addLabel="Add a price for one material"
        onAdd={() =>
          state.setRows(
            withRows([
              ...byMaterial,
              { materialId: materials[0]?.id ?? '', heightFt: '', priceCents: kind.priceCents },
            ]),
          )
        }
        onRemove={(index) => state.setRows(withRows(byMaterial.toSpliced(index, 1)))}
      >
        {(row, index) => {
          const path = `gateKinds.${at}.byMaterial.${index}`;
          return (
            <>
              <MaterialChoice
                state={state}
                materials={materials}
                path={`${path}.materialId`}
                value={row.materialId}
                onChange={(materialId) => state.set(`${path}.materialId`, change(index, { materialId }))}
              />
              <AmountField
                state={state}
                path={`${path}.heightFt`}
                label="Height"
                placeholder="Any"
                unit="ft"
                value={row.heightFt}
                change={(heightFt) => change(index, { heightFt })}
              />
              <AmountField
                state={state}
                path={`${path}.priceCents`}
                label="Price"
                unit="each"
                value={row.priceCents}
                change={(priceCents) => change(index, { priceCents })}
              />
            </>
          );
        }}
      </Rows>
    </div>
  );
}

/** The kinds of gates. Walk and double can't be removed. */
export function Gates({ state, materials }: PartProps) {
  const { gateKinds } = state.values;
  const change = (index: number, row: Partial<GateRow>) => ({
    gateKinds: gateKinds.map((one, at) => (at === index ? { ...one, ...row } : one)),
  });
  return (
    <Rows
      rows={gateKinds}
      most={BOOK_LIMITS.gateKinds}
      nameOf={({ label }, index) => label.trim() || `gate ${index + 1}`}
      addLabel="Add gate kind"
      mayRemove={({ key }) => !FIXED_KINDS.includes(key)}
      onAdd={() =>
        state.setRows({
          gateKinds: [
            ...gateKinds,
            { key: newGateKey(gateKinds), label: '', leaves: '1', widthFt: '', priceCents: '', byMaterial: [] },
          ],
        })
      }
      onRemove={(index) => state.setRows({ gateKinds: gateKinds.toSpliced(index, 1) })}
    >
      {(row, index) => {
        const path = `gateKinds.${index}`;
        return (
          <>
            <BookField
              state={state}
              path={`${path}.label`}
              label="Gate"
              maxLength={60}
              value={row.label}
              change={(label) => change(index, { label })}
            />
            <Field label="Leaves" error={state.errors[`${path}.leaves`]}>
              <Select
                name={`${path}.leaves`}
                value={row.leaves}
                onChange={({ target }) =>
                  state.set(`${path}.leaves`, change(index, { leaves: target.value === '2' ? '2' : '1' }))
                }
              >
                <option value="1">1</option>
                <option value="2">2</option>
              </Select>
            </Field>
            <AmountField
              state={state}
              path={`${path}.widthFt`}
              label="Width"
              unit="ft"
              value={row.widthFt}
              change={(widthFt) => change(index, { widthFt })}
            />
            <AmountField
              state={state}
              path={`${path}.priceCents`}
              label="Price"
              unit="each"
              value={row.priceCents}
              change={(priceCents) => change(index, { priceCents })}
            />
            <GatePrices state={state} materials={materials} at={index} />
          </>
        );
      }}
    </Rows>
  );
}
