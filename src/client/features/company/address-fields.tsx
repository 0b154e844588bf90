import { useState } from 'react';
import type { useForm } from '../../lib/form.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Switch } from '../../ui/switch.tsx';
import { type CompanyForm, FIELD_LABEL } from './company-form.rules.ts';

interface AddressFieldsProps {
  form: Pick<ReturnType<typeof useForm<CompanyForm>>, 'field' | 'errors' | 'change' | 'focusNext'>;
  values: CompanyForm;
}

const WHERE_USED = 'Shown on your estimates and emails.';
/** Why a postal address is needed (C22). */
const REQUIRED = 'Marketing emails must show a postal address by law. A PO box is fine.';

/**
 * The company's address. It's also the postal address, unless the switch says that there’s a different one. A stored
 * postal address that differs turns the switch on.
 */
export function AddressFields({ form, values }: AddressFieldsProps) {
  const { field, errors, change, focusNext } = form;
  const differs = values.postalAddress !== values.address;
  const [checked, setChecked] = useState(differs);
  const elsewhere = checked || differs;
  return (
    <div className="stack-s">
      <Field
        label={FIELD_LABEL.address}
        error={errors['address'] ?? (elsewhere ? undefined : errors['postalAddress'])}
        hint={elsewhere ? 'Shown at the top of your estimates.' : `${WHERE_USED} ${REQUIRED}`}
      >
        <Input
          {...field('address')}
          autoComplete="street-address"
          maxLength={300}
          onChange={({ target: { value } }) => {
            change('address', value);
            if (!elsewhere) change('postalAddress', value);
          }}
        />
      </Field>
      <Switch
        label="Our postal address is different"
        checked={elsewhere}
        onChange={({ target }) => {
          setChecked(target.checked);
          if (target.checked) focusNext('postalAddress');
          else change('postalAddress', values.address);
        }}
      />
      {elsewhere && (
        <Field label={FIELD_LABEL.postalAddress} error={errors['postalAddress']} hint={REQUIRED}>
          {/* Selected, because right after the switch is turned on, it still holds the address above. */}
          <Input
            {...field('postalAddress')}
            maxLength={300}
            onFocus={({ target }) => target.select()}
            onChange={({ target: { value } }) => {
              // Otherwise, the field would disappear if the two addresses were the same while typing.
              setChecked(true);
              change('postalAddress', value);
            }}
          />
        </Field>
      )}
    </div>
  );
}
