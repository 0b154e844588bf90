import type { RefObject } from 'react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { MaterialView, PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { formatSignedCents } from '#shared/primitives/cents.ts';
import { Field } from '../../ui/field.tsx';
import { Input, Select, Textarea } from '../../ui/input.tsx';
import { Customer } from './customer.tsx';
import type { EstimateField } from './estimate-form.rules.ts';
import { TermsField } from './terms-field.tsx';
import type { EstimateFormState } from './use-estimate-form.ts';

/** 'Vinyl (+$10.00 per ft)'; without a premium only the name. */
const materialLabel = ({ name, premiumCents }: MaterialView): string =>
  premiumCents === 0 ? name : `${name} (${formatSignedCents(premiumCents)} per ft)`;

interface EstimateFieldsProps {
  lead: LeadView;
  pricing: PricingView;
  state: EstimateFormState;
  element: RefObject<HTMLFormElement | null>;
  onSubmit: () => void;
  /** In words, for the terms. */
  deposit: string | undefined;
}

/** The left side: what the contractor changes. */
export function EstimateFields({ lead, pricing, state, element, onSubmit, deposit }: EstimateFieldsProps) {
  const { form, change, leave, errorOf } = state;
  const bind = (field: EstimateField) => ({
    name: field,
    value: form[field],
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
    onBlur: () => leave(field),
  });
  return (
    <form
      ref={element}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Customer lead={lead} />
      <div className="est-measures">
        <Field label="Perimeter" error={errorOf('perimeter')}>
          <Input {...bind('perimeter')} className="num" inputMode="decimal" unit="ft" autoComplete="off" />
        </Field>
        <Field label="Gates" error={errorOf('gateCount')}>
          <Input {...bind('gateCount')} className="num" inputMode="numeric" autoComplete="off" />
        </Field>
      </div>
      <Field label="Material" error={errorOf('materialId')}>
        <Select {...bind('materialId')}>
          {form.materialId === '' && <option value="">Choose a material</option>}
          {pricing.materials.map((material) => (
            <option key={material.id} value={material.id}>
              {materialLabel(material)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Additional notes" error={errorOf('notes')}>
        <Textarea {...bind('notes')} rows={3} />
      </Field>
      <TermsField
        value={form.terms}
        error={errorOf('terms')}
        onChange={(text) => change('terms', text)}
        onBlur={() => leave('terms')}
        deposit={deposit}
      />
      {/* Enter in a field sends, as in any form; the button that is seen stands in the foot */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden>
        Send Estimate
      </button>
    </form>
  );
}
