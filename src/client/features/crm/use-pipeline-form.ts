import { useRef, useState } from 'react';
import type { PipelineView } from '#shared/features/crm/crm.schema.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { addRow, rowsOf, type StageRow } from './stages.rules.ts';

/**
 * Name and stages as they are edited, from how they were when this was opened: a stage that another browser adds
 * meanwhile isn't removed. Controls are found by `data-control`, to give them the focus.
 */
export const usePipelineForm = (pipeline: PipelineView, close: () => void) => {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const made = useRef(0);
  const [opened] = useState(pipeline);
  const [name, setName] = useState(opened.name);
  const [rows, setRows] = useState(() => rowsOf(opened.stages));
  const [tried, setTried] = useState(false);
  const update = trpc.crm.pipelines.update.useMutation({
    onSuccess: (now) => {
      toast.done('Pipeline saved', { detail: now.name });
      return utils.crm.invalidate();
    },
  });
  const focus = (control: string) => form.current?.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus();
  const change = (next: StageRow[], control?: string) => {
    setRows(next);
    if (control !== undefined) setTimeout(() => focus(control));
  };
  return {
    form,
    opened,
    name,
    setName,
    rows,
    change,
    add: () => {
      made.current += 1;
      const key = `new-${made.current}`;
      change(addRow(rows, key), key);
    },
    /** It was tried to save: what is missing is said. */
    tried,
    dirty: name !== opened.name || JSON.stringify(rows) !== JSON.stringify(rowsOf(opened.stages)),
    update,
    submit: () => {
      setTried(true);
      const wrong = [{ key: 'name', name }, ...rows].find((row) => row.name.trim() === '');
      if (wrong) return focus(wrong.key);
      if (update.isPending) return;
      const gone = opened.stages.filter((stage) => rows.every((row) => row.id !== stage.id));
      const stages = rows.map((row) => ({ id: row.id, name: row.name }));
      update.mutate(
        { pipelineId: opened.id, name, stages, removeStages: gone.map(({ id }) => id) },
        { onSuccess: close },
      );
    },
  };
};
