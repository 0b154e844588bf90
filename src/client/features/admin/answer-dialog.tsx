import { useState } from 'react';
import type { AdminFeedbackView } from '#shared/features/admin/admin-failures.schema.ts';
import { MAX_FEEDBACK } from '#shared/features/feedback/feedback.words.ts';
import { useForm } from '../../lib/form.ts';
import { useKeptText } from '../../lib/use-kept-text.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Textarea } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { useAfterAct } from './use-act.ts';

/** A dialog for answering feedback by email. */
export default function AnswerDialog({ feedback, onClose }: { feedback: AdminFeedbackView; onClose: () => void }) {
  const { id, subject, message, answerTo } = feedback;
  const [replyId] = useState(() => crypto.randomUUID());
  const { text, type, forget } = useKeptText(`feedback-answer:${id}`, '');
  const after = useAfterAct();
  const answer = trpc.admin.feedback.answer.useMutation({
    onSuccess: async () => {
      forget();
      await after();
      toast.done('Answer sent', { detail: subject });
      onClose();
    },
  });
  const { form, field, errors, failure, working } = useForm({
    values: { text },
    type: (change) => type(change.text ?? text),
    rules: (typed): Record<string, string> => (typed.text.trim() === '' ? { text: 'Write an answer' } : {}),
    submit: (typed) => answer.mutate({ id, replyId, text: typed.text }),
    call: answer,
  });
  return (
    <FormDialog
      title={`Answer: ${subject}`}
      onClose={onClose}
      save="Send answer"
      working={working}
      workingText="Sending..."
      dirty={text !== ''}
      width={560}
      form={form}
    >
      <blockquote className="muted whitespace-pre-wrap">{message}</blockquote>
      <Field
        label="Answer"
        error={errors['text']}
        hint={answerTo === null ? 'No one will be emailed.' : `We’ll email your answer to ${answerTo}.`}
      >
        <Textarea {...field('text')} rows={8} maxLength={MAX_FEEDBACK} />
      </Field>
      {failure && <Banner>{failure.message}</Banner>}
    </FormDialog>
  );
}
