import { useState } from 'react';
import type { DealView } from '#shared/features/crm/crm.schema.ts';
import { MAX_LOST_REASON } from '#shared/features/leads/lost-reasons.ts';
import { NO_RULES, useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { UsualReasons } from '../leads/usual-reasons.tsx';
import { useCrmAddress } from './crm-address.ts';
import { sayCrmFailed } from './use-board.ts';

/** Marks a deal as lost and offers an undo. */
const useLoss = (deal: DealView) => {
  const utils = trpc.useUtils();
  const { close } = useCrmAddress();
  const update = trpc.crm.deals.update.useMutation({
    onSuccess: () => Promise.all([utils.crm.deals.invalidate(), utils.leads.invalidate()]),
  });
  const undo = (leadLost: boolean) =>
    update
      .mutateAsync({ dealId: deal.id, lost: false, ...(leadLost && { leadLost: false }) })
      .catch((error: unknown) => sayCrmFailed('We couldn’t update the deal', error));
  const lose = (lostReason: string, leadLost: boolean) =>
    update.mutate(
      { dealId: deal.id, lost: true, lostReason, ...(leadLost && { leadLost }) },
      {
        onSuccess: () => {
          toast.done('Marked as lost', {
            detail: deal.title,
            action: { label: 'Undo', onClick: () => void undo(leadLost) },
          });
          close();
        },
      },
    );
  return { lose, update };
};

/** Asks why a deal was lost. The contractor can also mark the deal's lead as lost for the same reason. */
export default function LostDialog({ deal }: { deal: DealView }) {
  const { close } = useCrmAddress();
  const [reason, setReason] = useState('');
  const [withLead, setWithLead] = useState(deal.lead?.open === true);
  const { lose, update } = useLoss(deal);
  const { form, field, errors, failure, working, dirty } = useForm({
    values: { lostReason: reason },
    start: { lostReason: '' },
    type: (change) => setReason(change.lostReason ?? reason),
    rules: NO_RULES,
    submit: (typed) => lose(typed.lostReason, withLead),
    call: update,
  });
  return (
    <FormDialog
      title={`Why was ${deal.title} lost?`}
      onClose={close}
      save="Mark as lost"
      working={working}
      dirty={dirty}
      form={form}
      width={520}
    >
      {failure && <Banner>We couldn’t update the deal: {failure.message}</Banner>}
      <UsualReasons reason={reason} onChange={setReason} />
      <Field
        label="In your own words"
        optional
        hint={deal.lead?.open && 'Reports include the reason only if you mark the lead as lost too.'}
        error={errors['lostReason']}
      >
        <Input {...field('lostReason')} maxLength={MAX_LOST_REASON} autoComplete="off" />
      </Field>
      {deal.lead?.open && (
        <Switch
          label={`Mark ${deal.lead.name} as lost too. Their follow-ups will stop.`}
          checked={withLead}
          onChange={(event) => setWithLead(event.target.checked)}
        />
      )}
    </FormDialog>
  );
}
