import { useState } from 'react';
import { REJECTION_MISSING } from '#shared/features/admin/admin.limits.ts';
import type { AdminCompanyDetailView } from '#shared/features/admin/admin.schema.ts';
import type { SmsRegistration } from '#shared/features/company/company.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { type FormState, useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input, Select, Textarea } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { REGISTRATION_WORD } from './admin-words.ts';
import { useAfterAct } from './use-act.ts';

const REGISTRATIONS: readonly SmsRegistration[] = ['none', 'pending', 'approved', 'rejected'];

/** The field names match the procedure's input. `registration` is one of `REGISTRATIONS`. */
type Form = { smsFrom: string; registration: string; reason: string };

const formOf = ({ sms }: AdminCompanyDetailView): Form => ({
  smsFrom: sms.from === null ? '' : formatPhone(sms.from),
  registration: sms.registration,
  reason: sms.rejectionReason ?? '',
});

const registrationOf = (text: string): SmsRegistration => REGISTRATIONS.find((one) => one === text) ?? 'none';

/** A reason is required only for a rejection. */
const formFaults = ({ registration, reason }: Form): FieldErrors =>
  registration === 'rejected' && reason.trim() === '' ? { reason: REJECTION_MISSING } : {};

function SmsFields({ field, errors, rejected }: Pick<FormState<Form>, 'field' | 'errors'> & { rejected: boolean }) {
  return (
    <>
      <Field
        label="Own number"
        optional
        error={errors['smsFrom']}
        hint="Leave empty to text from the platform’s shared number."
      >
        <Input {...field('smsFrom')} type="tel" autoComplete="off" />
      </Field>
      <Field label="Carrier registration" hint="Texts are sent only after approval.">
        <Select {...field('registration')}>
          {REGISTRATIONS.map((one) => (
            <option key={one} value={one}>
              {REGISTRATION_WORD[one]}
            </option>
          ))}
        </Select>
      </Field>
      {rejected && (
        <Field label="Rejection reason" error={errors['reason']} hint="Only admins see it.">
          <Textarea {...field('reason')} maxLength={300} />
        </Field>
      )}
    </>
  );
}

/** Edits a company's own number and its registration status with the carriers (C21). */
export default function SmsDialog({ company, onClose }: { company: AdminCompanyDetailView; onClose: () => void }) {
  const start = formOf(company);
  const [values, setValues] = useState(start);
  const after = useAfterAct();
  const set = trpc.admin.companies.setSms.useMutation({
    onSuccess: async () => {
      await after();
      toast.done('Text settings saved', { detail: company.name });
      onClose();
    },
  });
  const rejected = values.registration === 'rejected';
  const { form, field, errors, failure, working, dirty } = useForm({
    values,
    start,
    type: (change) => setValues({ ...values, ...change }),
    rules: formFaults,
    submit: ({ smsFrom, registration, reason }) =>
      set.mutate({
        companyId: company.id,
        smsFrom,
        registration: registrationOf(registration),
        ...(rejected && { reason }),
      }),
    call: set,
  });
  return (
    <FormDialog
      title={`Text settings, ${company.name}`}
      onClose={onClose}
      save="Save text settings"
      working={working}
      dirty={dirty}
      form={form}
    >
      <SmsFields field={field} errors={errors} rejected={rejected} />
      {failure && <Banner>{failure.message}</Banner>}
    </FormDialog>
  );
}
