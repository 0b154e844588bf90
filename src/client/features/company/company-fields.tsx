import type { CompanyView } from '#shared/features/company/company.schema.ts';
import type { useForm } from '../../lib/form.ts';
import { onlyPhoneHint } from '../../lib/phone-hint.ts';
import { Field } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { AddressFields } from './address-fields.tsx';
import { ConfirmEmail } from './confirm-email.tsx';
import { type CompanyForm, FIELD_LABEL, nextContractorId } from './company-form.rules.ts';
import { NameCost } from './name-cost.tsx';
import { zoneChoices } from './time-zones.ts';

interface CompanyFieldsProps {
  company: CompanyView;
  form: Pick<ReturnType<typeof useForm<CompanyForm>>, 'field' | 'errors' | 'change' | 'focusNext'>;
  values: CompanyForm;
  /** An email address that was saved but isn't confirmed yet. */
  freshEmail: string | null;
  /** Whether the save bar is visible. */
  dirty: boolean;
}

/**
 * Shows the contractor id, and whether the name makes texts cost more. The contractor id is derived from the company's
 * name, and the widget uses it to identify the company.
 */
function NameHint({ company, name }: { company: CompanyView; name: string }) {
  const next = nextContractorId(name, company);
  return (
    <>
      Your contractor ID is <b>{company.contractorId}</b>.{' '}
      {next === undefined ? (
        'Your widget uses this ID.'
      ) : (
        <>
          With this name, the ID becomes <b>{next}</b>, with a number added if that ID is already taken. Widgets with
          the old ID keep working.
        </>
      )}
      <NameCost name={name} />
    </>
  );
}

function TimeZone({ field, stored }: { field: ReturnType<CompanyFieldsProps['form']['field']>; stored: string }) {
  const { common, more } = zoneChoices(stored);
  const options = (zones: typeof common) =>
    zones.map(({ zone, label }) => (
      <option key={zone} value={zone}>
        {label}
      </option>
    ));
  return (
    <Select {...field}>
      {options(common)}
      <optgroup label="More">{options(more)}</optgroup>
    </Select>
  );
}

/** The fields for name, email, phone, address and time zone. Each has a hint that explains its use. */
export function CompanyFields({ company, form, values, freshEmail, dirty }: CompanyFieldsProps) {
  const { field, errors } = form;
  return (
    <>
      <Field label={FIELD_LABEL.name} error={errors['name']} hint={<NameHint company={company} name={values.name} />}>
        <Input {...field('name')} autoComplete="organization" maxLength={120} />
      </Field>
      <div className="stack-s">
        <Field
          label={FIELD_LABEL.email}
          error={errors['email']}
          // The part below says the same about an address that isn't confirmed.
          hint={
            company.pendingEmail === null &&
            'Homeowners’ replies are sent here. We’ll use a new email address once you confirm it.'
          }
        >
          <Input {...field('email')} type="email" autoComplete="email" />
        </Field>
        <ConfirmEmail company={company} fresh={freshEmail} primary={!dirty} />
      </div>
      <Field
        label={FIELD_LABEL.phone}
        error={errors['phone']}
        hint={onlyPhoneHint(values.phone) ?? 'Shown on your estimates and your widget.'}
      >
        <Input {...field('phone')} type="tel" autoComplete="tel" />
      </Field>
      <AddressFields form={form} values={values} />
      <Field
        label={FIELD_LABEL.timeZone}
        error={errors['timeZone']}
        hint="Used for days and times in your dashboard and on estimates. Texts are sent based on the homeowner’s time zone if we know it."
      >
        <TimeZone field={field('timeZone')} stored={company.timeZone} />
      </Field>
    </>
  );
}
