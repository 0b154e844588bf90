import { useEffect, useState } from 'react';
import { Plus } from 'lucide-react';
import { MAX_CHANGE_NOTE } from '#shared/features/changes/changes.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { type Answers, trpc } from '../../lib/trpc.ts';
import { problemOf } from '../../lib/errors.ts';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Textarea } from '../../ui/input.tsx';
import type { OptionForm } from '../estimates/estimate-options.rules.ts';
import { addGate, addLine, addRun, hasGateChoice, ROW_LIMITS, runName } from '../estimates/fence-form.rules.ts';
import { measuresOfFence } from '../estimates/fence-start.rules.ts';
import { GateRow } from '../estimates/gate-row.tsx';
import { LineRow } from '../estimates/line-row.tsx';
import { errorsBelow, type RowActs } from '../estimates/row-parts.tsx';
import { RunRow } from '../estimates/run-row.tsx';
import { LeadFormWaits } from '../leads/lead-form-waits.tsx';
import { ChangeSums, netText } from './change-sums.tsx';
import { useChangeForm } from './use-change-form.ts';
import '../estimates/estimates.css';

const TITLE = 'Change the job';
const SETTLE_MS = 250;

type Start = Answers['changes']['start'];
interface FormProps {
  estimateId: string;
  start: Start;
  onClose: () => void;
}

/** Returns a value once it has stayed the same for a moment. */
const useSettled = <T,>(value: T): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};

/** What the change costs by the signed prices, as it's typed. */
function useChangePrice(estimateId: string, input: string | null) {
  const asked = useSettled(input);
  const preview = trpc.changes.preview.useQuery(
    { estimateId: estimateIdSchema.parse(estimateId), ...(JSON.parse(asked ?? '{}') as object) },
    { enabled: asked !== null && asked === input, placeholderData: (before) => before, retry: false },
  );
  return input === null ? { data: undefined, error: null } : preview;
}

/** The rows of the job as it will be. What differs from the signed job is the change. */
function Change({ estimateId, start: { fence, prices, totalCents, number }, onClose }: FormProps) {
  const [signed] = useState((): OptionForm => ({
    ...measuresOfFence(fence, { pricing: prices, materialId: '', perimeter: 0 }),
    label: null,
  }));
  const { values, form, read, acts: own, edit, forget, working } = useChangeForm({ estimateId, signed, onClose });
  const { option } = values;
  const { errors, failure } = form;
  const canPrice = !read.isEmpty && Object.keys(read.faults).length === 0;
  const price = useChangePrice(estimateId, canPrice ? JSON.stringify(read.input) : null);
  const [acts] = useState((): RowActs => ({
    ...own,
    leave: (field, text) => form.leave(field, text),
    enter: () => undefined,
  }));
  const choices = option.runs.map((run, row) => `${run.key} ${runName(run, row)}`).join('\n');
  const shared = (list: 'runs' | 'gates' | 'lines', row: number) => ({
    row,
    count: option[list].length,
    path: list,
    errors: errorsBelow(errors, `${list}.${row}`),
    acts,
  });
  const add = (label: string, change: (now: OptionForm) => OptionForm, isFull: boolean) => (
    <Button
      icon={<Plus className="i" aria-hidden />}
      aria-disabled={isFull || undefined}
      onClick={() => !isFull && edit(change)}
    >
      {label}
    </Button>
  );
  const net = price.data?.netCents;
  return (
    <FormDialog
      title={TITLE}
      onClose={() => {
        forget();
        onClose();
      }}
      save={net !== undefined && net <= 0 ? 'Take it off the job' : 'Send for signature'}
      working={working}
      workingText="Sending..."
      dirty={form.dirty}
      form={form.form}
      aside={
        price.data && (
          <p className="sm basis-full md:basis-auto" role="status">
            <b className="num">{netText(price.data.netCents)}</b>, new total{' '}
            <b className="num">{formatCents(price.data.revisedTotalCents)}</b>
          </p>
        )
      }
      width={640}
    >
      {failure && <Banner>{failure.message}</Banner>}
      <p className="sm muted">
        This is the job of <span className="num">{number}</span> as it stands,{' '}
        <span className="num">{formatCents(totalCents)}</span>. Change it to what it should be. The prices are those
        that it was signed at.
      </p>
      <section className="stack est-rows" aria-labelledby="change-job">
        <h3 id="change-job">The job</h3>
        {option.runs.map((run, row) => (
          <RunRow key={run.key} value={run} {...shared('runs', row)} pricing={prices} cents={undefined} />
        ))}
        {errors['runs'] && <FieldError>{errors['runs']}</FieldError>}
        {option.gates.map((gate, row) => (
          <GateRow
            key={gate.key}
            value={gate}
            {...shared('gates', row)}
            pricing={prices}
            choices={choices}
            choosesKind={hasGateChoice(prices.book.gateKinds, option.gates)}
          />
        ))}
        {option.lines.map((line, row) => (
          <LineRow key={line.key} list="lines" value={line} {...shared('lines', row)} cents={undefined} />
        ))}
        <div className="row flex-wrap gap-2">
          {add('Add a run', addRun, option.runs.length >= ROW_LIMITS.runs)}
          {add('Add a gate', addGate, option.gates.length >= ROW_LIMITS.gates)}
          {add('Add a line', (now) => addLine(now, 'lines'), option.lines.length >= ROW_LIMITS.lines)}
        </div>
      </section>
      <Field label="Note to the homeowner" optional error={errors['note']}>
        <Textarea {...form.field('note')} rows={3} maxLength={MAX_CHANGE_NOTE} />
      </Field>
      <div className="stack-s">
        <h3>What it costs</h3>
        {price.error && canPrice ? (
          <FieldError>{problemOf(price.error).message}</FieldError>
        ) : price.data ? (
          <>
            <ChangeSums sums={price.data} />
            {price.data.netCents <= 0 && (
              <Note>A change that costs nothing more needs no signature. It counts as soon as you send it.</Note>
            )}
          </>
        ) : (
          <p className="sm muted">What you change is priced here.</p>
        )}
      </div>
    </FormDialog>
  );
}

/** Makes a change of the lead's signed job, and sends it to the homeowner. */
export default function ChangeDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const estimates = trpc.estimates.listForLead.useQuery({ leadId });
  const signed = estimates.data?.find(({ acceptance }) => acceptance !== null);
  const start = trpc.changes.start.useQuery(
    { estimateId: estimateIdSchema.parse(signed?.id ?? leadId) },
    // Each time anew, because a change may have been signed since.
    { enabled: signed !== undefined, retry: false, gcTime: 0 },
  );
  return signed && start.data ? (
    <Change estimateId={signed.id} start={start.data} onClose={onClose} />
  ) : (
    <LeadFormWaits title={TITLE} queries={[estimates, start]} onClose={onClose} />
  );
}
