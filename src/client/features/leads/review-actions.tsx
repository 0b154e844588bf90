import { Check, ShieldX } from 'lucide-react';
import { heldReasonText } from '#shared/features/leads/held.rules.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { Note } from '../../ui/banner.tsx';
import { useMay } from '../../lib/role.ts';
import { Button } from '../../ui/button.tsx';
import { useReview } from './use-review.ts';

/** Shows why a lead needs review, without duplicate reasons. */
export function HeldReasons({ lead }: { lead: LeadView }) {
  const reasons = [...new Set(lead.heldFor.map(heldReasonText))];
  return (
    <Note tone="chalk">
      <b>Why this lead was held for review:</b>
      <ul className="mt-1 list-disc space-y-1 pl-4">
        {reasons.map((reason) => (
          <li key={reason}>{reason}.</li>
        ))}
      </ul>
    </Note>
  );
}

interface ReviewActionsProps {
  lead: LeadView;
  /** The number of leads in the list that shows these buttons. The buttons are primary only for a single lead. */
  among?: number;
  onDone?: () => void;
}

/**
 * Buttons for accepting a lead or marking it as spam. They aren't shown to viewers. A lead that was marked as spam can
 * still be accepted.
 */
export function ReviewActions({ lead, among = 1, onDone }: ReviewActionsProps) {
  const { decide, deciding } = useReview();
  const { work } = useMay();
  if (!work) return null;
  const act = (decision: 'accept' | 'spam') => {
    decide(lead, decision);
    onDone?.();
  };
  return (
    <>
      {lead.spamAt === null && (
        <Button
          icon={<ShieldX className="i" aria-hidden />}
          aria-label={`Mark as spam: ${lead.name}`}
          disabled={deciding}
          onClick={() => act('spam')}
        >
          Mark as spam
        </Button>
      )}
      <Button
        variant={among === 1 ? 'primary' : 'default'}
        icon={<Check className="i" aria-hidden />}
        aria-label={lead.spamAt === null ? `Accept lead: ${lead.name}` : `Not spam: ${lead.name}`}
        disabled={deciding}
        onClick={() => act('accept')}
      >
        {lead.spamAt === null ? 'Accept lead' : 'Not spam'}
      </Button>
    </>
  );
}
