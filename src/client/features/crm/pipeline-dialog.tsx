import { Plus } from 'lucide-react';
import { MAX_NAME, MAX_STAGES } from '#shared/features/crm/crm.limits.ts';
import type { DealView, PipelineView } from '#shared/features/crm/crm.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { useCrmAddress } from './crm-address.ts';
import { counted } from './crm-words.ts';
import { StageRowField } from './stage-row.tsx';
import { goingDeals, mayAdd } from './stages.rules.ts';
import { usePipelineForm } from './use-pipeline-form.ts';

const isEmpty = (text: string): boolean => text.trim() === '';

type Edited = ReturnType<typeof usePipelineForm>;

function Stages({ edited: { rows, change, add, tried } }: { edited: Edited }) {
  return (
    <div className="stack-s">
      <h3>Stages</h3>
      <ol className="stack-s">
        {rows.map((row, index) => (
          <StageRowField key={row.key} rows={rows} index={index} wrong={tried && isEmpty(row.name)} onChange={change} />
        ))}
      </ol>
      {mayAdd(rows) ? (
        <Button className="justify-self-start" icon={<Plus className="i" aria-hidden />} onClick={add}>
          Add stage
        </Button>
      ) : (
        <p className="sm muted">{MAX_STAGES} stages are the most there can be.</p>
      )}
    </div>
  );
}

interface PipelineDialogProps {
  pipeline: PipelineView;
  /** The organization's, to say what goes where. */
  deals: readonly DealView[];
}

/** Name and stages of a pipeline. */
export default function PipelineDialog({ pipeline, deals }: PipelineDialogProps) {
  const { close } = useCrmAddress();
  const edited = usePipelineForm(pipeline, close);
  const { form, opened, name, rows, tried, dirty, update, setName, submit } = edited;
  return (
    <FormDialog
      title="Edit pipeline"
      onClose={close}
      save="Save pipeline"
      working={update.isPending}
      dirty={dirty}
      form={{ ref: form, onSubmit: submit }}
      width={560}
    >
      {update.isError && <Banner>Update pipeline failed: {problemOf(update.error).message}</Banner>}
      <Field
        label="Pipeline name"
        error={tried && isEmpty(name) ? 'Enter a name for the pipeline, such as Spring jobs' : undefined}
      >
        <Input
          value={name}
          maxLength={MAX_NAME}
          autoComplete="off"
          data-control="name"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Stages edited={edited} />
      {goingDeals(opened.stages, rows, deals).map(({ id: stageId, from, count, to }) => (
        <Note key={stageId} tone="pine">
          {counted(count, 'deal')} of {from} will go to {to || 'the first stage'}.
        </Note>
      ))}
    </FormDialog>
  );
}
