import { useState } from 'react';
import { REJECTION_MISSING } from '#shared/features/admin/admin.limits.ts';
import type { AdminCompanyDetailView } from '#shared/features/admin/admin.schema.ts';
import type { SmsRegistration } from '#shared/features/company/company.schema.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input, Select, Textarea } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { REGISTRATION_WORD } from './admin-words.ts';
import { useAfterAct } from './use-act.ts';

const REGISTRATIONS: readonly SmsRegistration[] = ['none', 'pending', 'approved', 'rejected'];

interface Form {
  from: string;
  registration: SmsRegistration;
  reason: string;
}

const formOf = ({ sms }: AdminCompanyDetailView): Form => ({
  from: sms.from === null ? '' : formatPhone(sms.from),
  registration: sms.registration,
  reason: sms.rejectionReason ?? '',
});

interface SmsFieldsProps {
  form: Form;
  change: (part: Partial<Form>) => void;
  problems: Readonly<Record<string, string>>;
}

function SmsFields({ form, change, problems }: SmsFieldsProps) {
  return (
    <>
      <Field
        label="Own number"
        optional
        error={problems['smsFrom']}
        hint="Leave empty to text from the platform’s shared number."
      >
        <Input
          type="tel"
          autoComplete="off"
          value={form.from}
          onChange={(event) => change({ from: event.target.value })}
        />
      </Field>
      <Field label="Carrier registration" hint="Texts are sent only after approval.">
        <Select
          value={form.registration}
          onChange={(event) =>
            change({ registration: REGISTRATIONS.find((one) => one === event.target.value) ?? form.registration })
          }
        >
          {REGISTRATIONS.map((one) => (
            <option key={one} value={one}>
              {REGISTRATION_WORD[one]}
            </option>
          ))}
        </Select>
      </Field>
      {form.registration === 'rejected' && (
        <Field label="Rejection reason" error={problems['reason']}>
          <Textarea maxLength={300} value={form.reason} onChange={(event) => change({ reason: event.target.value })} />
        </Field>
      )}
    </>
  );
}

/** A company's own number, and what the carriers say of its registration (C21). */
export default function SmsDialog({ company, onClose }: { company: AdminCompanyDetailView; onClose: () => void }) {
  const [form, setForm] = useState(() => formOf(company));
  const [missing, setMissing] = useState(false);
  const after = useAfterAct();
  const set = trpc.admin.companies.setSms.useMutation({
    onSuccess: async () => {
      await after();
      toast.done('SMS settings saved', { detail: company.name });
      onClose();
    },
  });
  const failed = set.error ? problemOf(set.error) : null;
  const change = (part: Partial<Form>) => {
    setForm({ ...form, ...part });
    setMissing(false);
  };
  const rejected = form.registration === 'rejected';
  const submit = () => {
    if (rejected && form.reason.trim() === '') return setMissing(true);
    set.mutate({
      companyId: company.id,
      smsFrom: form.from,
      registration: form.registration,
      ...(rejected && { reason: form.reason }),
    });
  };
  return (
    <FormDialog
      title={`SMS of ${company.name}`}
      onClose={onClose}
      save="Save SMS"
      working={set.isPending}
      dirty={JSON.stringify(form) !== JSON.stringify(formOf(company))}
      form={{ onSubmit: submit }}
    >
      <SmsFields
        form={form}
        change={change}
        problems={missing ? { reason: REJECTION_MISSING } : (failed?.fields ?? {})}
      />
      {failed && Object.keys(failed.fields).length === 0 && <Banner>{failed.message}</Banner>}
    </FormDialog>
  );
}
