import { Suspense } from 'react';
import { lazyPart } from '../../lib/parts.ts';
import { useMay } from '../../lib/role.ts';
import { useLeadsAddress } from './leads-address.ts';

const DIALOGS = {
  estimate: lazyPart(() => import('../estimates/estimate-dialog.tsx')),
  materials: lazyPart(() => import('../materials/materials-dialog.tsx')),
  'follow-up': lazyPart(() => import('../follow-ups/follow-up-dialog.tsx')),
  edit: lazyPart(() => import('./edit-lead-dialog.tsx')),
  outcome: lazyPart(() => import('./outcome-dialog.tsx')),
  call: lazyPart(() => import('./call-dialog.tsx')),
  merge: lazyPart(() => import('./merge-dialog.tsx')),
  'payment-plan': lazyPart(() => import('../payments/payment-plan-dialog.tsx')),
  'work-done': lazyPart(() => import('../estimates/work-done-dialog.tsx')),
  erase: lazyPart(() => import('../data-rights/erase-dialog.tsx')),
  change: lazyPart(() => import('../changes/change-dialog.tsx')),
  visit: lazyPart(() => import('../visits/book-visit-dialog.tsx')),
  'record-payment': lazyPart(() => import('../payments/record-payment-dialog.tsx')),
  'no-texts': lazyPart(async () => ({ default: (await import('../conversations/note-stop-dialog.tsx')).NoTexts })),
  'no-email': lazyPart(async () => ({ default: (await import('../conversations/note-stop-dialog.tsx')).NoEmail })),
};
const OF_NO_LEAD = {
  add: lazyPart(() => import('./add-lead-dialog.tsx')),
  import: lazyPart(() => import('./import-dialog.tsx')),
  'start-many': lazyPart(() => import('../follow-ups/start-many-dialog.tsx')),
};

/**
 * The dialogs for a lead and for adding leads. The URL determines which one is open. Viewers
 * can open only the list of materials.
 */
export default function LeadDialogs() {
  const { leadId, dialog, close } = useLeadsAddress();
  const { work } = useMay();
  // Everyone may read the list of materials.
  if (!work && dialog !== 'materials') return null;
  if (dialog === 'add' || dialog === 'import' || dialog === 'start-many') {
    const Dialog = OF_NO_LEAD[dialog];
    return (
      <Suspense fallback={null}>
        <Dialog onClose={close} />
      </Suspense>
    );
  }
  if (!leadId || !dialog) return null;
  const Dialog = DIALOGS[dialog];
  return (
    <Suspense fallback={null}>
      <Dialog key={leadId} leadId={leadId} open onClose={close} />
    </Suspense>
  );
}
