import { useState } from 'react';
import { DELETION_DAYS } from '#shared/features/data-rights/data-rights.rules.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDay } from '../../lib/dates.ts';
import { problemOf, sayFailed } from '../../lib/errors.ts';
import { NO_RULES, useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { FormProblem } from '../auth/form-problem.tsx';
import { PasswordField } from '../auth/password-field.tsx';

const EMPTY = { currentPassword: '', code: '' };

const useShown = () => {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([utils.company.deletion.invalidate(), utils.company.auditLog.invalidate()]);
  };
};

/** Asks for the password, and for a code if two-factor sign-in is on. */
function DeleteDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const shown = useShown();
  const account = trpc.auth.account.useQuery();
  const [values, setValues] = useState(EMPTY);
  const request = trpc.company.requestDeletion.useMutation({
    onSuccess: async () => {
      await shown();
      toast.done('Deletion scheduled', { detail: 'We emailed every owner' });
      onClose();
    },
  });
  const { form, field, errors, failure, working } = useForm({
    values,
    type: (change) => setValues({ ...values, ...change }),
    rules: NO_RULES,
    submit: ({ currentPassword, code }) =>
      request.mutate({ ...(currentPassword && { currentPassword }), ...(code && { code }) }),
    call: request,
  });
  return (
    <FormDialog
      title={`Delete ${name}?`}
      save="Delete company"
      danger
      workingText="Scheduling..."
      working={working}
      dirty={values.currentPassword !== '' || values.code !== ''}
      form={form}
      onClose={onClose}
    >
      <FormProblem problem={failure} />
      <p>
        In {DELETION_DAYS} days, we’ll delete all leads, estimates, messages and settings, cancel your plan, disconnect
        your payments account, and sign out your team. Until then, any owner can cancel this.
      </p>
      <p>
        Follow-ups and reminders will stop now. Your widget, your links and payments will work until that day. If your
        plan renews before then, that renewal is charged.
      </p>
      <p>We keep only what the law requires: consents, opt-outs, signed contracts and payments.</p>
      {account.data?.hasPassword && (
        <PasswordField
          {...field('currentPassword')}
          label="Current password"
          autoComplete="current-password"
          error={errors['currentPassword']}
        />
      )}
      {account.data?.totpEnabled && (
        <Field label="Code from your authenticator app" error={errors['code']}>
          <Input {...field('code')} inputMode="numeric" autoComplete="one-time-code" />
        </Field>
      )}
    </FormDialog>
  );
}

function Scheduled({ deletesAt }: { deletesAt: string }) {
  const shown = useShown();
  const { zone } = useTimeZone();
  const cancel = trpc.company.cancelDeletion.useMutation({
    onSuccess: async () => {
      await shown();
      toast.done('Deletion canceled');
    },
    onError: (error) => sayFailed('We couldn’t cancel the deletion', error),
  });
  return (
    <Note>
      <div className="row between flex-wrap gap-2">
        <span>
          We’ll delete this company on {formatDay(deletesAt, zone)}. Follow-ups and reminders have stopped. Export your
          data before then.
        </span>
        <Button working={cancel.isPending} workingText="Canceling..." onClick={() => cancel.mutate()}>
          Cancel deletion
        </Button>
      </div>
    </Note>
  );
}

/** Deletes the company after two weeks, for owners. */
export function DeletePart() {
  const [asking, setAsking] = useState(false);
  const company = trpc.company.get.useQuery();
  const { data, error, refetch } = trpc.company.deletion.useQuery(undefined, { staleTime: 0 });
  return (
    <section className="stack" aria-labelledby="delete-title">
      <div className="stack-s">
        <h3 id="delete-title">Delete company</h3>
        <p className="muted">Deletes all of your company’s data after {DELETION_DAYS} days. Your own sign-in stays.</p>
      </div>
      {error && (
        <Banner action={<Button onClick={() => void refetch()}>Try again</Button>}>{problemOf(error).message}</Banner>
      )}
      {data?.deletesAt && <Scheduled deletesAt={data.deletesAt} />}
      {data && !data.deletesAt && (
        <Button variant="danger" className="justify-self-start" onClick={() => setAsking(true)}>
          Delete company
        </Button>
      )}
      {asking && <DeleteDialog name={company.data?.name ?? 'your company'} onClose={() => setAsking(false)} />}
    </section>
  );
}
