import { Trash2 } from 'lucide-react';
import { MAX_OPTION_LABEL } from '#shared/features/estimates/estimates.schema.ts';
import type { MaterialView, PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { formatCents, formatSignedCents } from '#shared/primitives/cents.ts';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { inputName } from './estimate-form.rules.ts';
import { type OptionField, optionPath } from './estimate-options.rules.ts';
import type { EstimateFormState } from './use-estimate-form.ts';

/** Returns a label such as 'Vinyl (+$10.00 per ft)', or only the name if the premium is 0. */
const materialLabel = ({ name, premiumCents }: MaterialView): string =>
  premiumCents === 0 ? name : `${name} (${formatSignedCents(premiumCents)} per ft)`;

interface OptionFieldsProps {
  /** The option's index in the form. */
  at: number;
  pricing: PricingView;
  state: EstimateFormState;
  /** Called when the option receives focus. */
  onEnter?: () => void;
}

/** The fields for an option's measurements and material. */
export function OptionFields({ at, pricing, state, onEnter }: OptionFieldsProps) {
  const option = state.values.options[at];
  if (!option) return null;
  const bind = (field: Exclude<OptionField, 'label'>) => {
    const path = optionPath(at, field);
    return {
      name: inputName(path),
      value: option[field],
      onChange: (event: { target: { value: string } }) => state.changeOption(at, field, event.target.value),
      onBlur: () => state.leave(path, option[field]),
      onFocus: onEnter,
    };
  };
  const errorOf = (field: OptionField) => state.errors[optionPath(at, field)];
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
    </>
  );
}

interface OptionGroupProps extends OptionFieldsProps {
  /** Undefined while the option has no price. */
  totalCents: number | undefined;
}

/** One of several options, with its price, its name, and a button to remove it. */
export function OptionGroup({ at, pricing, state, totalCents, onEnter }: OptionGroupProps) {
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
          onChange={(event) => state.changeOption(at, 'label', event.target.value)}
          onBlur={() => state.leaveLabel(at)}
          onFocus={onEnter}
        />
      </Field>
      <OptionFields at={at} pricing={pricing} state={state} onEnter={onEnter} />
    </fieldset>
  );
}
