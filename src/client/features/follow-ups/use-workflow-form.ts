import { useRef, useState } from 'react';
import type { WorkflowView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { useCompanyId } from '../../lib/company.ts';
import { draft } from '../../lib/draft.ts';
import { useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { faultsOf } from './follow-up-form.rules.ts';
import { fieldKeyOf, stepActs } from './step-acts.ts';
import {
  DEFAULT_WORKFLOW,
  fieldsOnScreen,
  isSameWorkflow,
  readKeptWorkflow,
  timeFaults,
  type WorkflowForm,
  workflowFormOf,
  workflowOf,
} from './workflow-form.rules.ts';

interface Edit {
  form: WorkflowForm;
  /** The stored values from when editing began, as JSON. */
  from: string;
}

/**
 * The typed values, applied to the stored defaults and kept in this browser tab. Until something is typed, the form
 * shows the stored defaults.
 */
const useEdit = (key: string, stored: WorkflowView) => {
  const [edit, setEdit] = useState<Edit | null>(() => readKeptWorkflow(draft.find(key)) ?? null);
  const latest = useRef(edit);
  const apply = (next: Edit | null) => {
    latest.current = next;
    setEdit(next);
    if (next) draft.keep(key, next);
    else draft.forget(key);
  };
  const now = JSON.stringify(stored);
  const values = edit?.form ?? workflowFormOf(stored);
  const dirty = edit !== null && !isSameWorkflow(workflowOf(values), stored);
  return {
    values,
    dirty,
    newer: dirty && edit.from !== now,
    type: (changes: Partial<WorkflowForm>) =>
      apply({ form: { ...(latest.current?.form ?? values), ...changes }, from: latest.current?.from ?? now }),
    reset: () => apply(null),
    /** Call this once the sent values are stored. Anything typed since they were sent is kept. */
    saved: (sent: WorkflowView, view: WorkflowView) => {
      const typed = latest.current?.form;
      const same = !typed || isSameWorkflow(workflowOf(typed), sent);
      apply(same ? null : { form: typed, from: JSON.stringify(view) });
    },
  };
};

/** The company's defaults for new schedules: editing, validation and saving. */
export const useWorkflowForm = (stored: WorkflowView) => {
  const edit = useEdit(`workflow:${useCompanyId()}`, stored);
  const { values } = edit;
  const utils = trpc.useUtils();
  const call = trpc.workflow.update.useMutation({
    onSuccess: (view, { was: _was, offers: _offers, ...sent }) => {
      utils.workflow.get.setData(undefined, view);
      // The server sets exactly the offers that were sent.
      edit.saved({ ...view, ...sent }, view);
      toast.done('Workflow settings updated successfully');
    },
    onError: () => void utils.workflow.get.invalidate(),
  });
  const form = useForm({
    values,
    type: edit.type,
    rules: (typed) => ({ ...faultsOf(typed.steps), ...timeFaults(typed) }),
    submit: (typed) => call.mutate({ ...workflowOf(typed), was: stored }),
    call,
    refusals: ({ fields }) => fieldsOnScreen(fields),
    checksEmpty: true,
    keyOf: fieldKeyOf(values.steps),
    // Does nothing, because a collapsed message expands by itself if it has an error.
    reveal: () => undefined,
  });
  return {
    ...form,
    ...edit,
    ...stepActs({ steps: values.steps, onChange: (steps) => edit.type({ steps }), typed: form.typed }),
    discard: () => {
      edit.reset();
      form.clear();
    },
    backToDefaults: () => {
      form.clear();
      edit.type(workflowFormOf(DEFAULT_WORKFLOW));
    },
  };
};

export type WorkflowFormState = ReturnType<typeof useWorkflowForm>;
