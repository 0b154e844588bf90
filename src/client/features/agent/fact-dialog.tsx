import { useState } from 'react';
import { sentences } from '#shared/primitives/sentence.ts';
import { useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';

const schema = async () => (await import('#shared/features/agent/agent.schema.ts')).agentFactInput;

/**
 * A question and its answer. `id` is missing for a new question. `answers` is the homeowner's question that this answer
 * covers.
 */
export interface FactDraft {
  id?: string;
  question: string;
  answer: string;
  answers?: string;
}

/** Adds or edits one of the sales agent's answers. */
export default function FactDialog({ fact, onClose }: { fact: FactDraft; onClose: () => void }) {
  const { id, answers } = fact;
  const start = { question: fact.question, answer: fact.answer };
  const [values, setValues] = useState(start);
  const utils = trpc.useUtils();
  const save = trpc.agent.facts.save.useMutation({
    onSuccess: async () => {
      await Promise.all([utils.agent.facts.invalidate(), utils.agent.unanswered.invalidate()]);
      toast.done('Answer saved');
      onClose();
    },
  });
  const { form, field, errors, failure, working, dirty } = useForm({
    values,
    start,
    type: (change) => setValues((now) => ({ ...now, ...change })),
    schema,
    submit: (typed) =>
      save.mutate({ ...typed, ...(id === undefined ? {} : { id }), ...(answers === undefined ? {} : { answers }) }),
    call: save,
  });
  return (
    <FormDialog
      title={id === undefined ? 'Add answer' : 'Edit answer'}
      onClose={onClose}
      save="Save answer"
      working={working}
      dirty={dirty}
      form={form}
    >
      {failure && <Banner>{sentences(failure.message)}</Banner>}
      <Field
        label="Question"
        error={errors['question']}
        hint="Write the question as a homeowner would ask it. The agent also understands typos and other wording."
      >
        <Input {...field('question')} maxLength={300} autoComplete="off" />
      </Field>
      <Field label="Answer" error={errors['answer']} hint="The agent sends the answer exactly as you write it.">
        <Textarea {...field('answer')} rows={5} maxLength={2_000} />
      </Field>
    </FormDialog>
  );
}
