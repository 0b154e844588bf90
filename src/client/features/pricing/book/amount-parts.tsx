import { ROUND_STEPS } from '#shared/features/pricing/price-book.schema.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/input.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { AmountField, BookField } from './book-field.tsx';
import type { BookFormState } from './use-book-form.ts';

interface PartProps {
  state: BookFormState;
}

export const Removal = ({ state }: PartProps) => (
  <div className="book-fields">
    <AmountField
      state={state}
      path="removalPerFootCents"
      label="Removal"
      unit="per ft"
      hint="Your widget then asks whether there’s an old fence"
      value={state.values.removalPerFootCents}
      change={(removalPerFootCents) => ({ removalPerFootCents })}
    />
  </div>
);

export function Ground({ state }: PartProps) {
  const { slope, hardDigPercent } = state.values;
  return (
    <div className="book-fields">
      <AmountField
        state={state}
        path="slope.moderatePercent"
        label="Moderate slope"
        unit="%"
        value={slope.moderatePercent}
        change={(moderatePercent) => ({ slope: { ...slope, moderatePercent } })}
      />
      <AmountField
        state={state}
        path="slope.steepPercent"
        label="Steep slope"
        unit="%"
        value={slope.steepPercent}
        change={(steepPercent) => ({ slope: { ...slope, steepPercent } })}
      />
      <AmountField
        state={state}
        path="hardDigPercent"
        label="Hard digging"
        unit="%"
        value={hardDigPercent}
        change={(percent) => ({ hardDigPercent: percent })}
      />
    </div>
  );
}

export function Corners({ state }: PartProps) {
  const { corners } = state.values;
  return (
    <div className="book-fields">
      <AmountField
        state={state}
        path="corners.cornerCents"
        label="Corner"
        unit="each"
        value={corners.cornerCents}
        change={(cornerCents) => ({ corners: { ...corners, cornerCents } })}
      />
      <AmountField
        state={state}
        path="corners.endCents"
        label="End"
        unit="each"
        value={corners.endCents}
        change={(endCents) => ({ corners: { ...corners, endCents } })}
      />
    </div>
  );
}

export const Minimum = ({ state }: PartProps) => (
  <div className="book-fields">
    <AmountField
      state={state}
      path="minimumCents"
      label="Smallest job"
      unit="per job"
      value={state.values.minimumCents}
      change={(minimumCents) => ({ minimumCents })}
    />
  </div>
);

export const Rounding = ({ state }: PartProps) => (
  <div className="book-fields">
    <Field label="Round to" error={state.errors['roundToCents']}>
      <Select
        name="roundToCents"
        value={state.values.roundToCents}
        onChange={({ target }) => state.set('roundToCents', { roundToCents: target.value })}
      >
        {ROUND_STEPS.map((cents) => (
          <option key={cents} value={cents}>
            {cents === 0 ? 'The cent' : `$${cents / 100}`}
          </option>
        ))}
      </Select>
    </Field>
  </div>
);

export function SalesTax({ state }: PartProps) {
  const { tax } = state.values;
  return (
    <>
      <p className="sm muted">
        Whether a fence is taxed, and on which part of the price, differs by state. Ask your accountant before you turn
        this on.
      </p>
      <div className="book-fields">
        <AmountField
          state={state}
          path="tax.bps"
          label="Rate"
          unit="%"
          value={tax.bps}
          change={(bps) => ({ tax: { ...tax, bps } })}
        />
        <Field label="Charged on" error={state.errors['tax.on']}>
          <Select
            name="tax.on"
            value={tax.on}
            onChange={({ target }) =>
              state.set('tax.on', { tax: { ...tax, on: target.value === 'fence' ? 'fence' : 'all' } })
            }
          >
            <option value="all">Everything</option>
            <option value="fence">The fence alone</option>
          </Select>
        </Field>
        <BookField
          state={state}
          path="tax.text"
          label="Shown as"
          optional
          placeholder="Tax"
          maxLength={60}
          value={tax.text}
          change={(text) => ({ tax: { ...tax, text } })}
        />
      </div>
    </>
  );
}

export const Openings = ({ state }: PartProps) => (
  <Switch
    checked={state.values.gateTakesWidth}
    name="gateTakesWidth"
    onChange={({ target }) => state.set('gateTakesWidth', { gateTakesWidth: target.checked })}
    label="Gates’ widths come off the priced feet"
    hint="A 4 ft gate in 100 ft of fence: 96 ft are priced"
  />
);

export const Range = ({ state }: PartProps) => (
  <div className="book-fields">
    <AmountField
      state={state}
      path="range.percent"
      label="Up to this much less or more"
      unit="%"
      hint="At 10%, $3,850.00 is shown as $3,450 to $4,250. After contact details, the exact price is shown"
      value={state.values.range.percent}
      change={(percent) => ({ range: { percent } })}
    />
  </div>
);
