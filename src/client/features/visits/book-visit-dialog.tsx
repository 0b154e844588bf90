import { trpc } from '../../lib/trpc.ts';
import { LeadFormWaits } from '../leads/lead-form-waits.tsx';
import PickTimeDialog from './pick-time-dialog.tsx';

/** Books a visit with the lead in the URL, or moves the one that is booked. */
export default function BookVisitDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const lead = trpc.leads.get.useQuery({ leadId });
  const visits = trpc.visits.forLead.useQuery({ leadId });
  if (!lead.data || !visits.data)
    return <LeadFormWaits title="Book a visit" queries={[lead, visits]} onClose={onClose} />;
  const visit = visits.data.find(({ status }) => status === 'booked');
  return <PickTimeDialog lead={lead.data} {...(visit && { visit })} onClose={onClose} />;
}
