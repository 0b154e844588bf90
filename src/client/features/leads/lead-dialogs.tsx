import { lazy, Suspense } from 'react';
import { useLeadsAddress } from './leads-address.ts';

const EstimateDialog = lazy(() => import('../estimates/estimate-dialog.tsx'));
const FollowUpDialog = lazy(() => import('../follow-ups/follow-up-dialog.tsx'));

/** The two dialogs of a lead, as the address asks for them. */
export function LeadDialogs() {
  const { leadId, dialog, close } = useLeadsAddress();
  if (!leadId || !dialog) return null;
  const Dialog = dialog === 'estimate' ? EstimateDialog : FollowUpDialog;
  return (
    <Suspense fallback={null}>
      <Dialog key={leadId} leadId={leadId} open onClose={close} />
    </Suspense>
  );
}
