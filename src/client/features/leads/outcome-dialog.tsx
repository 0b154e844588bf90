import { useId, useState } from 'react';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import type { LeadOutcome, LeadView } from '#shared/features/leads/leads.schema.ts';
import { MAX_LOST_REASON } from '#shared/features/leads/lost-reasons.ts';
import { useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Field, FieldError } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { LeadFormWaits } from './lead-form-waits.tsx';
import { UsualReasons } from './usual-reasons.tsx';
import { useOutcome } from './use-outcome.ts';

const BLANK: { outcome: LeadOutcome | ''; reason: string } = { outcome: '', reason: '' };
const NONE: FieldErrors = {};

function Outcome({ lead, onClose }: { lead: LeadView; onClose: () => void }) {
  const [values, setValues] = useState(BLANK);
  const { outcome, reason } = values;
  const { working, mark } = useOutcome(lead);
  const unchosen = useId();
  const { form, field, dirty, errors } = useForm({
    values,
    start: BLANK,
    type: (change) => setValues((before) => ({ ...before, ...change })),
    rules: (typed) => (typed.outcome === '' ? { outcome: 'Choose Won or Lost' } : NONE),
    submit: (typed) => typed.outcome !== '' && mark(typed.outcome, typed.reason, onClose),
    call: { isPending: working, error: null },
  });
  return (
    <FormDialog
      title={`What was the outcome with ${lead.name}?`}
      onClose={onClose}
      save={outcome === '' ? 'Save outcome' : `Mark as ${outcome}`}
      working={working}
      dirty={dirty}
      form={form}
      width={520}
      aside={lead.followUpStatus === 'active' && <p className="sm muted">Follow-ups will stop.</p>}
    >
      <div>
        <Segmented
          label="Outcome"
          name="outcome"
          value={outcome}
          describedBy={errors['outcome'] && unchosen}
          onChange={(next) => setValues({ outcome: next, reason: '' })}
          options={[
            { value: 'won', label: 'Won' },
            { value: 'lost', label: 'Lost' },
          ]}
        />
        {errors['outcome'] && <FieldError id={unchosen}>{errors['outcome']}</FieldError>}
      </div>
      {outcome === 'lost' && (
        <UsualReasons reason={reason} onChange={(usual) => setValues({ outcome, reason: usual })} />
      )}
      {outcome !== '' && (
        <Field label={outcome === 'won' ? 'Why you won' : 'In your own words'} optional>
          <Input {...field('reason')} maxLength={MAX_LOST_REASON} />
        </Field>
      )}
    </FormDialog>
  );
}

/** Marks a lead as won or lost, with a reason. */
export default function OutcomeDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const lead = trpc.leads.get.useQuery({ leadId });
  return lead.data ? (
    <Outcome lead={lead.data} onClose={onClose} />
  ) : (
    <LeadFormWaits title="Won or lost?" queries={[lead]} onClose={onClose} />
  );
}
