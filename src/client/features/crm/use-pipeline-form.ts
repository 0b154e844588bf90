import { useRef, useState } from 'react';
import type { PipelineView } from '#shared/features/crm/crm.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { DEAL_RULES, type DealRule } from '#shared/features/crm/deal-rules.ts';
import { addRow, rowsOf, type StageRow } from './stages.rules.ts';

const isEmpty = (text: string): boolean => text.trim() === '';

const pipelineFaults = ({ name, rows }: { name: string; rows: readonly StageRow[] }): FieldErrors => ({
  ...(isEmpty(name) && { name: 'Enter a name for the pipeline, such as Spring jobs' }),
  ...Object.fromEntries(
    rows.filter((row) => isEmpty(row.name)).map(({ key }) => [key, 'Enter a name for the stage, such as Bid sent']),
  ),
});

const followsOf = (stages: PipelineView['stages']): Record<DealRule, string | null> => {
  const stageOf = (rule: DealRule) => stages.find((stage) => stage.follows.includes(rule))?.id ?? null;
  return { sent: stageOf('sent'), accepted: stageOf('accepted'), paid: stageOf('paid') };
};

/**
 * A pipeline's name and stages while they're edited. Edits are based on the values from when the dialog was opened.
 * Saving therefore keeps a stage that another browser has added since then. The name of a stage's field is the stage's
 * key. The name of a stage's button is the stage's key and the action ('KEY up').
 */
export const usePipelineForm = (pipeline: PipelineView, close: () => void) => {
  const utils = trpc.useUtils();
  const made = useRef(0);
  const [opened] = useState(pipeline);
  const [name, setName] = useState(opened.name);
  const [rows, setRows] = useState(() => rowsOf(opened.stages));
  const [follows, setFollows] = useState(() => followsOf(opened.stages));
  const update = trpc.crm.pipelines.update.useMutation({
    onSuccess: (now) => {
      toast.done('Pipeline saved', { detail: now.name });
      return utils.crm.invalidate();
    },
  });
  const form = useForm({
    values: { name, rows, follows },
    start: { name: opened.name, rows: rowsOf(opened.stages), follows: followsOf(opened.stages) },
    type: (typed) => setName(typed.name ?? name),
    rules: pipelineFaults,
    submit: () => {
      const gone = opened.stages.filter((stage) => rows.every((row) => row.id !== stage.id));
      const stages = rows.map((row) => ({
        id: row.id,
        name: row.name,
        follows: DEAL_RULES.filter((rule) => follows[rule] === row.key),
      }));
      update.mutate(
        { pipelineId: opened.id, name, stages, removeStages: gone.map(({ id }) => id) },
        { onSuccess: close },
      );
    },
    call: update,
    // The server's errors appear above the form, because the stages in the form may have changed since the request.
    refusals: () => ({}),
  });
  const change = (next: StageRow[], control?: string) => {
    form.typed();
    setRows(next);
    if (control !== undefined) form.focusNext(control);
  };
  return {
    ...form,
    opened,
    rows,
    changeRows: change,
    add: () => {
      made.current += 1;
      const key = `new-${made.current}`;
      change(addRow(rows, key), key);
    },
    /** The key of the stage that each estimate event moves deals to. Null if the event doesn't move deals. */
    follows,
    follow: (rule: DealRule, key: string | null) => setFollows({ ...follows, [rule]: key }),
  };
};
