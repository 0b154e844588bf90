import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { useKeyed } from '../../lib/keyed.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { BLANK, createInputOf } from './lead-form.rules.ts';
import { LeadFormDialog } from './lead-form-dialog.tsx';
import { LeadFormWaits } from './lead-form-waits.tsx';
import { useLeadsAddress } from './leads-address.ts';
import { useLeadForm } from './use-lead-form.ts';

const TITLE = 'Add Lead';

function AddLead({ pricing, onClose }: { pricing: PricingView; onClose: () => void }) {
  const { showLead } = useLeadsAddress();
  const utils = trpc.useUtils();
  const withKey = useKeyed();
  const create = trpc.leads.create.useMutation({
    onSuccess: (lead) => {
      state.reset();
      utils.leads.get.setData({ leadId: lead.id }, lead);
      void Promise.all([utils.leads.list.invalidate(), utils.leads.summary.invalidate(), utils.today.invalidate()]);
      toast.done(`${lead.name} added`);
      showLead(lead.id);
    },
  });
  const state = useLeadForm({
    key: 'lead:new',
    stored: BLANK,
    submit: (form) => create.mutate(withKey(createInputOf(form))),
    call: create,
  });
  return <LeadFormDialog title={TITLE} save="Add Lead" state={state} pricing={pricing} onClose={onClose} />;
}

/**
 * Adds a lead manually, including how the homeowner consented to texts (C4), and then opens the lead. Nothing is sent
 * to the homeowner.
 */
export default function AddLeadDialog({ onClose }: { onClose: () => void }) {
  const pricing = trpc.pricing.get.useQuery();
  return pricing.data ? (
    <AddLead pricing={pricing.data} onClose={onClose} />
  ) : (
    <LeadFormWaits title={TITLE} queries={[pricing]} onClose={onClose} />
  );
}
