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
  /** What was stored when the editing began, as JSON. */
  from: string;
}

/** What is typed over the stored defaults, kept for this tab; until something is, the form follows what is stored. */
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
    /** What was sent is stored now; what was typed since stays. */
    saved: (sent: WorkflowView, view: WorkflowView) => {
      const typed = latest.current?.form;
      const same = !typed || isSameWorkflow(workflowOf(typed), sent);
      apply(same ? null : { form: typed, from: JSON.stringify(view) });
    },
  };
};

/** The company's defaults of a new schedule as they are edited, checked and saved. */
export const useWorkflowForm = (stored: WorkflowView) => {
  const edit = useEdit(`workflow:${useCompanyId()}`, stored);
  const { values } = edit;
  const utils = trpc.useUtils();
  const call = trpc.workflow.update.useMutation({
    onSuccess: (view, { was: _was, ...sent }) => {
      utils.workflow.get.setData(undefined, view);
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
    // a closed message opens with its fault
    reveal: () => undefined,
  });
  return {
    ...edit,
    ...form,
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
