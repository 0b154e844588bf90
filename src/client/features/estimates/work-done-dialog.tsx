import { skipToken } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_WORK_MESSAGE } from '#shared/features/estimates/work-message.limits.ts';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import type { PaymentPlanView } from '#shared/features/payments/payment-plan.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatCalendarDay } from '../../lib/dates.ts';
import { useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner, Note } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Textarea } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { LeadFormWaits } from '../leads/lead-form-waits.tsx';
import { useAfterPayment } from '../payments/use-after-payment.ts';

const TOO_LONG = `Use at most ${MAX_WORK_MESSAGE.toLocaleString('en-US')} characters`;
const faultsOf = ({ message }: { message: string }): FieldErrors =>
  message.length > MAX_WORK_MESSAGE ? { message: TOO_LONG } : {};

interface FormProps {
  estimateId: string;
  /** The set message. */
  message: string;
  /** What is due once the work is done, in cents. */
  dueCents: number;
  canCancel: PaymentPlanView['canCancel'];
  onClose: () => void;
}

/** The message that tells the homeowner, to be read and changed first. */
function Tell({ estimateId, message, dueCents, canCancel, onClose }: FormProps) {
  const [start] = useState({ message });
  const [values, setValues] = useState(start);
  const after = useAfterPayment();
  const done = trpc.estimates.workDone.useMutation({
    onSuccess: async () => {
      await after();
      toast.done('Work is done', { detail: 'We’re telling the homeowner' });
      onClose();
    },
  });
  const { form, field, errors, failure, working, dirty } = useForm({
    values,
    start,
    type: (change) => setValues((before) => ({ ...before, ...change })),
    rules: faultsOf,
    submit: ({ message: text }) =>
      done.mutate({
        estimateId: estimateIdSchema.parse(estimateId),
        // The set message is sent in the homeowner's language as it's then.
        ...(text.trim() === message.trim() ? {} : { message: text }),
      }),
    call: done,
  });
  return (
    <FormDialog
      title="Work is done"
      onClose={onClose}
      save="Tell the homeowner"
      working={working}
      workingText="Saving..."
      dirty={dirty}
      form={form}
      width={520}
    >
      {canCancel && (
        <Note>
          The homeowner can cancel the {canCancel.what} through {formatCalendarDay(canCancel.until)}. If they cancel,
          you can’t keep a payment for it.
        </Note>
      )}
      {failure && <Banner>{failure.message}</Banner>}
      <Field label="Message" error={errors['message']} hint="An empty message sends the set words.">
        <Textarea {...field('message')} rows={4} />
      </Field>
      <p className="sm muted">
        {dueCents > 0 ? (
          <>
            The message also asks for <span className="num">{formatCents(dueCents)}</span>, with a link to the estimate
            page.
          </>
        ) : (
          'Nothing is left to pay, so the message asks for nothing.'
        )}
      </p>
    </FormDialog>
  );
}

/** Marks the work on the lead's signed estimate as done, and tells the homeowner. */
export default function WorkDoneDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const estimates = trpc.estimates.listForLead.useQuery({ leadId });
  const signed = estimates.data?.find(({ acceptance }) => acceptance !== null);
  const estimateId = estimateIdSchema.safeParse(signed?.id).data;
  const plan = trpc.estimates.paymentPlan.useQuery(estimateId === undefined ? skipToken : { estimateId });
  if (!signed || !plan.data)
    return <LeadFormWaits title="Work is done" queries={[estimates, plan]} onClose={onClose} />;
  const { doneMessage, dueWhenDoneCents, canCancel } = plan.data;
  return (
    <Tell
      estimateId={signed.id}
      message={doneMessage}
      dueCents={dueWhenDoneCents}
      canCancel={canCancel}
      onClose={onClose}
    />
  );
}
