import { useId, useState } from 'react';
import { CALL_OUTCOMES, type CallOutcome } from '#shared/features/leads/calls.rules.ts';
import { MAX_NOTE } from '#shared/features/leads/lead-edits.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { sayFailed } from '../../lib/errors.ts';
import { useForm } from '../../lib/form.ts';
import { useKeptText } from '../../lib/use-kept-text.ts';
import { trpc } from '../../lib/trpc.ts';
import { Field, FieldError } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Textarea } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast.ts';
import { LeadFormWaits } from './lead-form-waits.tsx';

const BLANK: { outcome: CallOutcome | ''; text: string } = { outcome: '', text: '' };
const NONE: FieldErrors = {};

/** Longer than other toasts last, so that a driver who tapped by mistake can still undo it. */
const UNDO_MS = 10_000;
const LABEL: Record<CallOutcome, string> = { reached: 'Reached', voicemail: 'Voicemail', no_answer: 'No answer' };

function Call({ lead, onClose }: { lead: LeadView; onClose: () => void }) {
  const [outcome, setOutcome] = useState(BLANK.outcome);
  const note = useKeptText(`call:${lead.id}`, BLANK.text);
  const values = { outcome, text: note.text };
  const utils = trpc.useUtils();
  const log = trpc.leads.logCall.useMutation();
  const remove = trpc.leads.undoCall.useMutation();
  const refresh = () =>
    void Promise.all([utils.leads.invalidate(), utils.messages.thread.invalidate(), utils.today.invalidate()]);
  // The dialog is closed by then, so only a promise still answers.
  const undo = (callId: string) =>
    void remove.mutateAsync({ leadId: lead.id, callId }).then(
      () => {
        refresh();
        toast.done('Call removed');
      },
      (error: unknown) => sayFailed('We couldn’t remove the call', error),
    );
  const unchosen = useId();
  const { form, field, dirty, errors } = useForm({
    values,
    start: BLANK,
    type: (change) => change.text !== undefined && note.type(change.text),
    rules: (typed) => (typed.outcome === '' ? { outcome: 'Choose how the call went' } : NONE),
    submit: ({ outcome, text }) => {
      if (outcome === '' || log.isPending) return;
      log.mutate(
        { leadId: lead.id, outcome, ...(text.trim() === '' ? {} : { text }) },
        {
          onSuccess: ({ callId }) => {
            refresh();
            note.forget();
            toast.done('Call logged', { lasts: UNDO_MS, action: { label: 'Undo', onClick: () => undo(callId) } });
            onClose();
          },
          onError: (error) => sayFailed('We couldn’t log the call', error),
        },
      );
    },
    call: log,
  });
  return (
    <FormDialog
      title={`How did the call with ${lead.name} go?`}
      onClose={() => {
        note.forget();
        onClose();
      }}
      save="Log call"
      working={log.isPending}
      dirty={dirty}
      form={form}
      width={520}
    >
      <div>
        <Segmented
          label="How the call went"
          name="outcome"
          value={outcome}
          describedBy={errors['outcome'] && unchosen}
          onChange={setOutcome}
          options={CALL_OUTCOMES.map((value) => ({ value, label: LABEL[value] }))}
        />
        {errors['outcome'] && <FieldError id={unchosen}>{errors['outcome']}</FieldError>}
      </div>
      <Field label="Note" hint="Only your company sees this note." optional error={errors['text']}>
        <Textarea {...field('text')} rows={3} maxLength={MAX_NOTE} />
      </Field>
    </FormDialog>
  );
}

/** Logs a phone call with a homeowner: how it went, and a private note. */
export default function CallDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const lead = trpc.leads.get.useQuery({ leadId });
  return lead.data ? (
    <Call lead={lead.data} onClose={onClose} />
  ) : (
    <LeadFormWaits title="Log a call" queries={[lead]} onClose={onClose} />
  );
}
