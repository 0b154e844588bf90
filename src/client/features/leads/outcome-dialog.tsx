import { useState } from 'react';
import type { LeadOutcome, LeadView } from '#shared/features/leads/leads.schema.ts';
import { MAX_LOST_REASON } from '#shared/features/leads/lost-reasons.ts';
import { NO_RULES, useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { LeadFormWaits } from './lead-form-waits.tsx';
import { UsualReasons } from './usual-reasons.tsx';
import { useOutcome } from './use-outcome.ts';

function Outcome({ lead, onClose }: { lead: LeadView; onClose: () => void }) {
  const [outcome, setOutcome] = useState<LeadOutcome>('lost');
  const [reason, setReason] = useState('');
  const { working, mark } = useOutcome(lead);
  const { form, field, dirty } = useForm({
    values: { reason },
    start: { reason: '' },
    type: (change) => setReason(change.reason ?? reason),
    rules: NO_RULES,
    submit: (typed) => mark(outcome, typed.reason, onClose),
    call: { isPending: working, error: null },
  });
  return (
    <FormDialog
      title={`What was the outcome with ${lead.name}?`}
      onClose={onClose}
      save={outcome === 'won' ? 'Mark as won' : 'Mark as lost'}
      working={working}
      dirty={dirty}
      form={form}
      width={520}
      aside={lead.followUpStatus === 'active' && <p className="sm muted">Follow-ups will stop.</p>}
    >
      <div>
        <Segmented
          label="Outcome"
          value={outcome}
          onChange={(next) => {
            setOutcome(next);
            setReason('');
          }}
          options={[
            { value: 'won', label: 'Won' },
            { value: 'lost', label: 'Lost' },
          ]}
        />
      </div>
      {outcome === 'lost' && <UsualReasons reason={reason} onChange={setReason} />}
      <Field label={outcome === 'won' ? 'Why you won' : 'In your own words'} optional>
        <Input {...field('reason')} maxLength={MAX_LOST_REASON} />
      </Field>
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
