import { useState } from 'react';
import type { AdminCompanyDetailView } from '#shared/features/admin/admin.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { formatCalendarDay } from '../../lib/dates.ts';
import { useForm } from '../../lib/form.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { useAfterAct } from './use-act.ts';

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

const dayFaults = (until: string, today: string): FieldErrors => {
  if (until === '') return { until: 'Choose the last day of free access' };
  return until < today ? { until: 'Choose a day in the future' } : {};
};

/** Grants free access through the selected last day. Granting access again changes the last day. */
export default function GrantDialog({ company, onClose }: { company: AdminCompanyDetailView; onClose: () => void }) {
  const today = dayOf(useNow());
  const [until, setUntil] = useState('');
  const after = useAfterAct();
  const grant = trpc.admin.companies.grantFreeAccess.useMutation({
    onSuccess: async () => {
      await after();
      toast.done('Free access granted', { detail: `${company.name}, through ${formatCalendarDay(until)}` });
      onClose();
    },
  });
  const { form, field, errors, failure, working, dirty } = useForm({
    values: { until },
    start: { until: '' },
    type: (change) => setUntil(change.until ?? until),
    rules: (typed) => dayFaults(typed.until, today),
    submit: (typed) => grant.mutate({ companyId: company.id, until: typed.until }),
    call: grant,
  });
  return (
    <FormDialog
      title="Grant free access"
      onClose={onClose}
      save="Grant access"
      working={working}
      workingText="Granting..."
      dirty={dirty}
      form={form}
    >
      <p>
        {company.name} gets Pro features and 500 quotes per calendar month, free of charge. Free access ends
        automatically after the last day.
      </p>
      <Field
        label="Last day of free access"
        error={errors['until']}
        hint={`In the company’s time zone, ${company.timeZone}.`}
      >
        <Input {...field('until')} type="date" min={today} />
      </Field>
      {failure && <Banner>{failure.message}</Banner>}
    </FormDialog>
  );
}
