import { useState } from 'react';
import type { VisitView } from '#shared/features/visits/visits.schema.ts';
import { NO_RULES, useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { FormProblem } from '../auth/form-problem.tsx';
import { useAfterVisit } from './use-after-visit.ts';

const BLANK = { reason: '' };
const LONGEST_REASON = 300;

/** Cancels a visit, with a reason for the timeline. The homeowner gets an email. */
export default function CancelVisitDialog({ visit, onClose }: { visit: VisitView; onClose: () => void }) {
  const [values, setValues] = useState(BLANK);
  const reload = useAfterVisit(visit.leadId);
  const cancel = trpc.visits.cancel.useMutation({
    onSuccess: () => {
      toast.done('Visit canceled');
      onClose();
    },
    onSettled: reload,
  });
  const { form, field, errors, failure, working, dirty } = useForm({
    values,
    start: BLANK,
    type: (change) => setValues((before) => ({ ...before, ...change })),
    rules: NO_RULES,
    submit: ({ reason }) =>
      cancel.mutate({ visitId: visit.id, ...(reason.trim() !== '' && { reason: reason.trim() }) }),
    call: cancel,
  });
  return (
    <FormDialog
      title="Cancel the visit?"
      onClose={onClose}
      save="Cancel visit"
      working={working}
      workingText="Canceling..."
      dirty={dirty}
      form={form}
    >
      <FormProblem problem={failure} />
      <p className="muted">The homeowner is told by email.</p>
      <Field label="Reason" optional error={errors['reason']} hint="Only your team sees it, in the lead’s timeline.">
        <Input {...field('reason')} maxLength={LONGEST_REASON} />
      </Field>
    </FormDialog>
  );
}
