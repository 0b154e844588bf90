import { useState } from 'react';
import type { AdminCompanyDetailView } from '#shared/features/admin/admin.schema.ts';
import { formatCalendarDay } from '../../lib/dates.ts';
import { problemOf } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { useAfterAct } from './use-act.ts';

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** Grants free access up to and with a day; given again it moves that day. */
export default function GrantDialog({ company, onClose }: { company: AdminCompanyDetailView; onClose: () => void }) {
  const today = dayOf(useNow());
  const [until, setUntil] = useState('');
  const [problem, setProblem] = useState<string>();
  const after = useAfterAct();
  const grant = trpc.admin.companies.grantFreeAccess.useMutation({
    onSuccess: async () => {
      await after();
      toast.done('Free access granted', { detail: `${company.name}, to ${formatCalendarDay(until)}` });
      onClose();
    },
  });
  const failed = grant.error ? problemOf(grant.error) : null;
  const submit = () => {
    if (until === '') return setProblem('Choose the last day of free access');
    if (until < today) return setProblem('Choose a day in the future');
    setProblem(undefined);
    grant.mutate({ companyId: company.id, until });
  };
  return (
    <FormDialog
      title="Grant free access"
      onClose={onClose}
      save="Grant access"
      working={grant.isPending}
      workingText="Granting..."
      dirty={until !== ''}
      form={{ onSubmit: submit }}
    >
      <p>
        {company.name} gets Pro features and 500 quotes a calendar month, free of charge. It ends automatically after
        the last day.
      </p>
      <Field
        label="Last day of free access"
        error={problem ?? failed?.fields['until']}
        hint={`In the company’s time zone, ${company.timeZone}.`}
      >
        <Input
          type="date"
          min={today}
          value={until}
          onChange={(event) => {
            setUntil(event.target.value);
            setProblem(undefined);
          }}
        />
      </Field>
      {failed && !failed.fields['until'] && <Banner>{failed.message}</Banner>}
    </FormDialog>
  );
}
