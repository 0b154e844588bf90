import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { formOf, updateInputOf } from './lead-form.rules.ts';
import { LeadFormDialog } from './lead-form-dialog.tsx';
import { LeadFormWaits } from './lead-form-waits.tsx';
import { useLeadForm } from './use-lead-form.ts';

interface EditLeadProps {
  lead: LeadView;
  pricing: PricingView;
  onClose: () => void;
}

/** The stored values that an edit is based on. */
const seen = ({ name, email, phone, address, zip, perimeter, materialId, gateCount, notes, source }: LeadView) => ({
  name,
  email,
  phone,
  address,
  zip,
  perimeter,
  materialId,
  gateCount,
  notes,
  source,
});

function EditLead({ lead, pricing, onClose }: EditLeadProps) {
  const utils = trpc.useUtils();
  const stored = formOf(lead);
  const update = trpc.leads.update.useMutation({
    onSuccess: (saved) => {
      state.reset();
      utils.leads.get.setData({ leadId: saved.id }, saved);
      void utils.leads.invalidate();
      toast.done(`${saved.name} saved`);
      onClose();
    },
    // If someone else saved first, the form shows their changes and keeps the typed values.
    onError: (error) => {
      if (problemOf(error).code === 'CONFLICT') void utils.leads.get.invalidate({ leadId: lead.id });
    },
  });
  const state = useLeadForm({
    key: `lead:${lead.id}`,
    stored,
    submit: (form) => update.mutate({ leadId: lead.id, ...updateInputOf(form, stored), was: seen(lead) }),
    call: update,
  });
  return <LeadFormDialog title={`Edit ${lead.name}`} save="Save lead" {...{ state, pricing, lead, onClose }} />;
}

/**
 * Edits a lead. Fields that the user hasn't changed show changes made by others. Estimates that were already sent stay
 * unchanged.
 */
export default function EditLeadDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const lead = trpc.leads.get.useQuery({ leadId });
  const pricing = trpc.pricing.get.useQuery();
  return lead.data && pricing.data ? (
    <EditLead lead={lead.data} pricing={pricing.data} onClose={onClose} />
  ) : (
    <LeadFormWaits title="Edit lead" queries={[lead, pricing]} onClose={onClose} />
  );
}
