import { LEAD_STATUS_LABEL, type LeadStatus } from '#shared/features/leads/lead-status.rules.ts';
import { Badge, Pickets, type BadgeTone } from './badge.tsx';

const STAGE: Record<LeadStatus, { stage: number; tone: BadgeTone }> = {
  new: { stage: 1, tone: 'new' },
  contacted: { stage: 2, tone: 'contacted' },
  estimate_sent: { stage: 3, tone: 'sent' },
  paid: { stage: 4, tone: 'paid' },
};

/** A lead's status: a word, with pickets that show how far the lead has progressed. */
export function StatusBadge({ status }: { status: LeadStatus }) {
  const { stage, tone } = STAGE[status];
  return (
    <Badge tone={tone} icon={<Pickets stage={stage} />}>
      {LEAD_STATUS_LABEL[status]}
    </Badge>
  );
}
