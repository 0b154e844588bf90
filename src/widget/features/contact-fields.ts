import { makeField } from './field.ts';

/** The fields of the second step. */
export const contactFields = () => {
  const optional = true;
  return {
    name: makeField('name', {
      label: 'Your name',
      attributes: { autocomplete: 'name', maxlength: '200' },
    }),
    email: makeField('email', {
      label: 'Email',
      attributes: { type: 'email', autocomplete: 'email', maxlength: '254' },
    }),
    phone: makeField('phone', {
      label: 'Mobile phone',
      optional,
      attributes: { type: 'tel', autocomplete: 'tel', maxlength: '40' },
    }),
    address: makeField('address', {
      label: 'Street address of the job',
      optional,
      attributes: { autocomplete: 'address-line1', maxlength: '180' },
    }),
    city: makeField('city', { label: 'City', optional, attributes: { maxlength: '100' } }),
    zip: makeField('zip', {
      label: 'ZIP',
      optional,
      attributes: { inputmode: 'numeric', autocomplete: 'postal-code', maxlength: '10' },
    }),
    notes: makeField('notes', {
      label: 'Notes',
      optional,
      lines: true,
      attributes: { maxlength: '4000' },
    }),
  };
};
