import { Trash2 } from 'lucide-react';
import { MAX_OPTION_LABEL } from '#shared/features/estimates/estimates.schema.ts';
import type { MaterialView, PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { formatCents, formatSignedCents } from '#shared/primitives/cents.ts';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { AddButtons } from './add-buttons.tsx';
import { inputName } from './estimate-form.rules.ts';
import { type OptionForm, optionPath } from './estimate-options.rules.ts';
import { heightsOf, withMaterial } from './fence-form.rules.ts';
import { ExtraRows, RunRows } from './fence-rows.tsx';
import type { Reckoned } from './price-option.rules.ts';
import { type RowActs, useRowActs } from './row-parts.tsx';
import { HeightSelect } from './run-row.tsx';
import type { EstimateFormState } from './use-estimate-form.ts';

/** Returns a label such as 'Vinyl (+$10.00 per ft)', or only the name if the premium is 0. */
const materialLabel = ({ name, premiumCents }: MaterialView): string =>
  premiumCents === 0 ? name : `${name} (${formatSignedCents(premiumCents)} per ft)`;

interface OptionFieldsProps {
  /** The option's index in the form. */
  at: number;
  pricing: PricingView;
  state: EstimateFormState;
  /** The option's price. Undefined if it can't be priced. */
  reckoned: Reckoned | undefined;
  /** Called when the option receives focus. */
  onEnter?: () => void;
}

type PlainField = 'perimeter' | 'gateCount' | 'materialId' | 'heightFt';

/** The three fields of a plain fence, and its height where the book has heights. */
function PlainFields({
  at,
  option,
  pricing,
  state,
  acts,
}: Omit<OptionFieldsProps, 'reckoned' | 'onEnter'> & { option: OptionForm; acts: RowActs }) {
  const bind = (field: PlainField) => ({
    name: inputName(optionPath(at, field)),
    value: option[field],
    onChange: (event: { target: { value: string } }) =>
      acts.edit(field, (now) =>
        field === 'materialId'
          ? withMaterial(now, event.target.value, pricing)
          : { ...now, [field]: event.target.value },
      ),
    onBlur: () => acts.leave(field, option[field]),
    onFocus: acts.enter,
  });
  const errorOf = (field: PlainField) => state.errors[optionPath(at, field)];
  return (
    <>
      <div className="est-measures">
        <Field label="Perimeter" error={errorOf('perimeter')}>
          <Input
            {...bind('perimeter')}
            className="num"
            inputMode="decimal"
            enterKeyHint="next"
            unit="ft"
            autoComplete="off"
          />
        </Field>
        <Field label="Gates" error={errorOf('gateCount')}>
          <Input {...bind('gateCount')} className="num" inputMode="numeric" enterKeyHint="next" autoComplete="off" />
        </Field>
      </div>
      <Field label="Material" error={errorOf('materialId')}>
        <Select {...bind('materialId')}>
          {option.materialId === '' && <option value="">Choose a material</option>}
          {pricing.materials.map((material) => (
            <option key={material.id} value={material.id}>
              {materialLabel(material)}
            </option>
          ))}
        </Select>
      </Field>
      {(heightsOf(pricing, option.materialId).length > 0 || errorOf('heightFt')) && (
        <Field label="Height" error={errorOf('heightFt')}>
          <HeightSelect {...bind('heightFt')} pricing={pricing} materialId={option.materialId} />
        </Field>
      )}
    </>
  );
}

/** The fields for an option's measurements and material, and whatever else was added to it. */
export function OptionFields({ at, pricing, state, reckoned, onEnter }: OptionFieldsProps) {
  const acts = useRowActs(at, state, onEnter);
  const option = state.values.options[at];
  if (!option) return null;
  const rows = { at, option, pricing, state, acts, reckoned };
  return (
    <>
      {option.runs.length === 0 && <PlainFields at={at} option={option} pricing={pricing} state={state} acts={acts} />}
      <RunRows {...rows} />
      <ExtraRows {...rows} />
      <AddButtons option={option} pricing={pricing} acts={acts} />
    </>
  );
}

/** One of several options, with its price, its name, and a button to remove it. */
export function OptionGroup({ at, pricing, state, reckoned, onEnter }: OptionFieldsProps) {
  const totalCents = reckoned?.totalCents;
  const label = state.labels[at] ?? '';
  const path = optionPath(at, 'label');
  return (
    <fieldset className="est-option stack">
      <legend className="sr-only">Option {at + 1}</legend>
      <div className="row between">
        <h3 className="grow" aria-hidden>
          Option {at + 1}
        </h3>
        <b className="num" aria-live="polite">
          {totalCents === undefined ? 'No price yet' : formatCents(totalCents)}
        </b>
        <IconButton
          label={`Remove ${label}`}
          tip="Remove"
          onMouseDown={keepFocus}
          onClick={() => state.removeOption(at)}
        >
          <Trash2 className="i" aria-hidden />
        </IconButton>
      </div>
      <Field label="Name" error={state.errors[path]}>
        <Input
          name={path}
          value={state.values.options[at]?.label ?? label}
          maxLength={MAX_OPTION_LABEL}
          autoComplete="off"
          onChange={(event) => state.edit(at, 'label', (option) => ({ ...option, label: event.target.value }))}
          onBlur={() => state.leaveLabel(at)}
          onFocus={onEnter}
        />
      </Field>
      <OptionFields at={at} pricing={pricing} state={state} reckoned={reckoned} onEnter={onEnter} />
    </fieldset>
  );
}
