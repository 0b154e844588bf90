import { skipToken } from '@tanstack/react-query';
import { useState } from 'react';
import type { CrmRulesView } from '#shared/features/crm/crm-rules.schema.ts';
import type { PipelineView } from '#shared/features/crm/crm.schema.ts';
import type { DealRule } from '#shared/features/crm/deal-rules.ts';
import { NO_RULES, useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/input.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { useCrmAddress } from './crm-address.ts';
import { LoadProblem } from './load-problem.tsx';

const TITLE = 'Automatic deals';
const FIRST = '';

const MOVES = [
  ['followSent', 'sent', 'Move the deal when an estimate is sent'],
  ['followAccepted', 'accepted', 'Move the deal when the estimate is signed'],
  ['followPaid', 'paid', 'Move the deal when a payment arrives'],
] as const satisfies readonly (readonly [keyof CrmRulesView, DealRule, string])[];

interface RulesProps {
  saved: CrmRulesView;
  pipeline: PipelineView | undefined;
  pipelines: readonly PipelineView[];
}

const leadsTo = ({ name, stages }: PipelineView, rule: DealRule): string => {
  const stage = stages.find(({ follows }) => follows.includes(rule));
  return stage
    ? `Deals in ${name} move to ${stage.name}.`
    : `${name} has no stage for this yet. Choose one in Edit pipeline.`;
};

/** The organization and the pipeline that new deals go to if no pipeline is chosen. */
function useFirst() {
  const oldest = trpc.crm.organizations.list.useQuery().data?.[0];
  const pipelines = trpc.crm.pipelines.list.useQuery(oldest ? { orgId: oldest.id } : skipToken);
  return { organization: oldest?.name, pipeline: pipelines.data?.[0]?.name };
}

function Place({
  rules,
  pipelines,
  onChange,
}: { rules: CrmRulesView; onChange: (id: string) => void } & Pick<RulesProps, 'pipelines'>) {
  const isElsewhere = rules.pipelineId !== null && pipelines.every(({ id }) => id !== rules.pipelineId);
  const { organization, pipeline } = useFirst();
  return (
    <Field
      label="New deals go to"
      hint={
        rules.pipelineId === null && `Whichever pipeline is first in ${organization ?? 'your oldest organization'}.`
      }
    >
      <Select
        value={rules.pipelineId ?? FIRST}
        disabled={!rules.makeDeal}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value={FIRST}>{pipeline ? `First: ${pipeline}` : 'First pipeline'}</option>
        {isElsewhere && <option value={rules.pipelineId ?? FIRST}>A pipeline in another organization</option>}
        {pipelines.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function Rules({ saved, pipeline, pipelines }: RulesProps) {
  const { close } = useCrmAddress();
  const utils = trpc.useUtils();
  const [rules, setRules] = useState(saved);
  const update = trpc.crm.rules.update.useMutation({
    onSuccess: (now) => {
      utils.crm.rules.get.setData(undefined, now);
      toast.done('Rules saved');
      close();
    },
  });
  const { form, failure, working, dirty } = useForm({
    values: { rules },
    start: { rules: saved },
    rules: NO_RULES,
    submit: (now) => update.mutate(now.rules),
    call: update,
  });
  const turn = (name: Exclude<keyof CrmRulesView, 'pipelineId'>, on: boolean) => setRules({ ...rules, [name]: on });
  const choose = (id: string) =>
    setRules({ ...rules, pipelineId: id === FIRST ? null : (id as CrmRulesView['pipelineId']) });
  return (
    <FormDialog title={TITLE} onClose={close} save="Save rules" working={working} dirty={dirty} form={form} width={560}>
      {failure && <Banner>We couldn’t save the rules: {failure.message}</Banner>}
      <div className="stack -mt-2.5 gap-4">
        <Switch
          label="Create a deal when an estimate is sent"
          hint="Leads that already have a deal don’t get another."
          checked={rules.makeDeal}
          onChange={(event) => turn('makeDeal', event.target.checked)}
        />
        <div className="pl-[56px]">
          <Place rules={rules} pipelines={pipelines} onChange={choose} />
        </div>
      </div>
      {MOVES.map(([name, rule, label]) => (
        <Switch
          key={name}
          label={label}
          hint={pipeline && leadsTo(pipeline, rule)}
          checked={rules[name]}
          onChange={(event) => turn(name, event.target.checked)}
        />
      ))}
      <p className="sm muted mt-2 border-t border-line pt-4">
        These rules only move deals forward. They don’t override your own changes.
      </p>
    </FormDialog>
  );
}

/** Switches the automatic deal rules for sent, signed and paid estimates on or off. */
export default function RulesDialog({ pipeline, pipelines }: Omit<RulesProps, 'saved'>) {
  const { close } = useCrmAddress();
  const query = trpc.crm.rules.get.useQuery();
  if (query.data) return <Rules saved={query.data} pipeline={pipeline} pipelines={pipelines} />;
  return (
    <Dialog open onClose={close} title={TITLE} width={560} bodyClassName="pad stack" readOnly>
      <LoadProblem what="rules" query={query} />
      {query.isPending && <SkeletonRows rows={4} height={44} label="Loading rules" />}
    </Dialog>
  );
}
