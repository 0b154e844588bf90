import { Suspense } from 'react';
import { lazyPart } from '../../lib/parts.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

// Loaded on demand, because it's rarely shown and includes eighteen icons.
const EstimateStateBadge = lazyPart(async () => ({
  default: (await import('../../ui/state-badges.tsx')).EstimateStateBadge,
}));

/** A lead's badge. After a refund or dispute, it says so instead of just 'Paid' (S16). */
export const LeadBadge = ({ lead }: { lead: LeadView }) =>
  lead.estimateStatus === 'refunded' || lead.estimateStatus === 'disputed' ? (
    <Suspense fallback={<span className="badge" />}>
      <EstimateStateBadge status={lead.estimateStatus} partly={lead.refundedCents < lead.receivedCents} />
    </Suspense>
  ) : (
    <StatusBadge status={lead.status} />
  );
