import { Plus } from 'lucide-react';
import { MAX_NAME, MAX_STAGES } from '#shared/features/crm/crm.limits.ts';
import { DEAL_RULES, type DealRule } from '#shared/features/crm/deal-rules.ts';
import type { DealView, PipelineView } from '#shared/features/crm/crm.schema.ts';
import { counted } from '#shared/primitives/counted.ts';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { useCrmAddress } from './crm-address.ts';
import { StageRowField } from './stage-row.tsx';
import { goingDeals, mayAdd } from './stages.rules.ts';
import { usePipelineForm } from './use-pipeline-form.ts';

type Edited = ReturnType<typeof usePipelineForm>;

function Stages({ edited: { rows, changeRows, add, errors, typed } }: { edited: Edited }) {
  return (
    <div className="stack-s mt-4 gap-3">
      <h3>Stages</h3>
      <ol className="stack-s">
        {rows.map((row, index) => (
          <StageRowField
            key={row.key}
            rows={rows}
            index={index}
            error={errors[row.key]}
            onChange={changeRows}
            onType={() => typed(row.key)}
          />
        ))}
      </ol>
      {mayAdd(rows) ? (
        <Button className="mt-2 justify-self-start" icon={<Plus className="i" aria-hidden />} onClick={add}>
          Add stage
        </Button>
      ) : (
        <p className="sm muted">A pipeline can have at most {MAX_STAGES} stages.</p>
      )}
    </div>
  );
}

const WHEN: Record<DealRule, string> = {
  sent: 'When an estimate is sent',
  accepted: 'When the estimate is signed',
  paid: 'When a payment arrives',
};
const NOWHERE = '';

/** Chooses the stage that each estimate event moves deals to. */
function Follows({ edited: { rows, follows, follow } }: { edited: Edited }) {
  return (
    <div className="stack mt-4 gap-5">
      <h3 className="-mb-2">Automatic moves</h3>
      {DEAL_RULES.map((rule) => (
        <Field key={rule} label={WHEN[rule]}>
          <Select
            value={rows.some(({ key }) => key === follows[rule]) ? (follows[rule] ?? NOWHERE) : NOWHERE}
            onChange={(event) => follow(rule, event.target.value === NOWHERE ? null : event.target.value)}
          >
            <option value={NOWHERE}>Don’t move the deal</option>
            {rows.map(({ key, name }, index) => (
              <option key={key} value={key}>
                {name.trim() || `Stage ${index + 1}`}
              </option>
            ))}
          </Select>
        </Field>
      ))}
    </div>
  );
}

interface PipelineDialogProps {
  pipeline: PipelineView;
  /** The organization's deals. They're needed to show which stage the deals from a removed stage will move to. */
  deals: readonly DealView[];
}

/** Edits a pipeline's name and stages. */
export default function PipelineDialog({ pipeline, deals }: PipelineDialogProps) {
  const { close } = useCrmAddress();
  const edited = usePipelineForm(pipeline, close);
  const { form, field, errors, failure, working, opened, rows, dirty } = edited;
  return (
    <FormDialog
      title="Edit pipeline"
      onClose={close}
      save="Save pipeline"
      working={working}
      dirty={dirty}
      form={form}
      width={560}
    >
      {failure && <Banner>We couldn’t update the pipeline: {failure.message}</Banner>}
      <Field label="Pipeline name" error={errors['name']}>
        <Input {...field('name')} maxLength={MAX_NAME} autoComplete="off" />
      </Field>
      <Stages edited={edited} />
      <Follows edited={edited} />
      {goingDeals(opened.stages, rows, deals).map(({ id: stageId, from, count, to }) => (
        <Note key={stageId} tone="pine">
          {counted(count, 'deal')} in {from} will move to {to || 'the first stage'}.
        </Note>
      ))}
    </FormDialog>
  );
}
