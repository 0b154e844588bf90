import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select, Textarea } from '../../ui/input.tsx';
import { ConsentField } from './consent-field.tsx';
import { PlaceField } from './place-field.tsx';
import type { LeadFormState } from './use-lead-form.ts';

interface LeadFieldsProps {
  id: string;
  state: LeadFormState;
  pricing: PricingView;
  /** The lead that is edited. */
  lead?: LeadView;
}

/** Who, how to reach them and whether by text, where, what, and a place for the rest. */
export function LeadFields({ id, state, pricing, lead }: LeadFieldsProps) {
  const { form, field, errors, failure, values, type } = state;
  const known = pricing.materials.some((material) => material.id === values.materialId);
  return (
    <form id={id} {...form} className="stack leadform">
      {failure && <Banner>{failure.message}</Banner>}
      <Field label="Name" error={errors['name']}>
        <Input {...field('name')} maxLength={200} autoComplete="off" />
      </Field>
      <div className="leadform-two">
        <Field label="Email" error={errors['email']}>
          <Input {...field('email')} type="email" maxLength={254} autoComplete="off" />
        </Field>
        <Field label="Phone" optional error={errors['phone']}>
          <Input {...field('phone')} type="tel" className="num" maxLength={40} autoComplete="off" />
        </Field>
      </div>
      <ConsentField state={state} lead={lead} />
      <Field label="Street address" optional error={errors['address']}>
        <Input {...field('address')} maxLength={180} autoComplete="off" />
      </Field>
      <div className="leadform-place">
        <PlaceField
          {...field('city')}
          onPick={({ city, state: us, zip }) => type({ city: `${city}, ${us}`, ...(zip && { zip }) })}
        />
        <Field label="ZIP" optional error={errors['zip']}>
          <Input {...field('zip')} className="num" inputMode="numeric" maxLength={10} autoComplete="off" />
        </Field>
      </div>
      <div className="leadform-fence">
        <Field label="Perimeter" optional error={errors['perimeter']}>
          <Input {...field('perimeter')} className="num" inputMode="decimal" unit="ft" autoComplete="off" />
        </Field>
        <Field label="Gates" error={errors['gateCount']}>
          <Input {...field('gateCount')} className="num" inputMode="numeric" placeholder="0" autoComplete="off" />
        </Field>
        <Field label="Material" optional error={errors['materialId']}>
          <Select {...field('materialId')}>
            <option value="">Not chosen yet</option>
            {!known && values.materialId !== '' && (
              <option value={values.materialId}>{lead?.materialType} (no longer on your list)</option>
            )}
            {pricing.materials.map((material) => (
              <option key={material.id} value={material.id}>
                {material.name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label="Notes" optional error={errors['notes']}>
        <Textarea {...field('notes')} rows={3} />
      </Field>
    </form>
  );
}
