import { useRef, useState } from 'react';
import type { WorkflowView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { useCompanyId } from '../../lib/company.ts';
import { draft } from '../../lib/draft.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { useStepList } from './use-step-list.ts';
import {
  DEFAULT_WORKFLOW,
  fieldsOnScreen,
  isSameWorkflow,
  readKeptWorkflow,
  timeFaults,
  type TimeField,
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
  const form = edit?.form ?? workflowFormOf(stored);
  const dirty = edit !== null && !isSameWorkflow(workflowOf(form), stored);
  return {
    form,
    dirty,
    newer: dirty && edit.from !== now,
    change: (changes: Partial<WorkflowForm>) =>
      apply({ form: { ...(latest.current?.form ?? form), ...changes }, from: latest.current?.from ?? now }),
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
  const { form } = edit;
  const list = useStepList({ steps: form.steps, onChange: (steps) => type({ steps }) });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const utils = trpc.useUtils();
  const mutation = trpc.workflow.update.useMutation({
    onSuccess: (view, { was: _was, ...sent }) => {
      utils.workflow.get.setData(undefined, view);
      edit.saved({ ...view, ...sent }, view);
      list.forgetFaults();
      toast.done('Workflow settings updated successfully');
    },
    onError: (error) => {
      list.refuse(fieldsOnScreen(problemOf(error).fields));
      void utils.workflow.get.invalidate();
    },
  });
  const faults = timeFaults(form);
  const problem = mutation.error ? problemOf(mutation.error) : null;

  const type = (changes: Partial<WorkflowForm>) => {
    if (mutation.isError) mutation.reset();
    edit.change(changes);
  };
  const change = (changes: Partial<WorkflowForm>) => {
    list.refuse({});
    type(changes);
  };
  const leadToTime = () =>
    requestAnimationFrame(() => document.getElementsByName(Object.keys(faults)[0] ?? '')[0]?.focus());
  const clear = () => {
    mutation.reset();
    list.forgetFaults();
    setLeft(new Set());
  };
  return {
    ...edit,
    ...list,
    change,
    timeError: (field: TimeField): string | undefined =>
      list.refused[field] ?? (left.has(field) ? faults[field] : undefined),
    leaveTime: (field: TimeField) => setLeft(new Set([...left, field])),
    saving: mutation.isPending,
    /** Why it wasn't saved, where that belongs to no field. */
    problem: problem && Object.keys(problem.fields).length === 0 ? problem : null,
    save: () => {
      setLeft(new Set(['sendTime', 'sendFrom', 'sendUntil']));
      if (!list.check() || mutation.isPending) return;
      if (Object.keys(faults).length > 0) leadToTime();
      else mutation.mutate({ ...workflowOf(form), was: stored });
    },
    discard: () => {
      edit.reset();
      clear();
    },
    backToDefaults: () => {
      clear();
      edit.change(workflowFormOf(DEFAULT_WORKFLOW));
    },
  };
};

export type WorkflowFormState = ReturnType<typeof useWorkflowForm>;
