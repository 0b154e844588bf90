import { CircleDollarSign, type LucideIcon, PenLine, X } from 'lucide-react';
import { Check, Eye } from '../../ui/icons.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';

interface Look {
  /** The status in one or two words. Screen readers read it before a fact that doesn't start with it. */
  word: string;
  icon: LucideIcon;
  tone: 'chalk' | 'moss' | 'flag';
}

/** The estimate statuses that contractors look for in the list: viewed, accepted, declined or paid. */
const NEWS: Record<string, Look> = {
  viewed: { word: 'Viewed', icon: Eye, tone: 'chalk' },
  accepted: { word: 'Accepted', icon: PenLine, tone: 'moss' },
  declined: { word: 'Declined', icon: X, tone: 'flag' },
  deposit_paid: { word: 'Deposit paid', icon: CircleDollarSign, tone: 'moss' },
  paid: { word: 'Paid', icon: Check, tone: 'moss' },
};

/** The newest fact about a lead, with an icon in the color of its estimate's status. */
export function LeadFact({ lead, children }: { lead: Pick<LeadView, 'estimateStatus'>; children: string }) {
  const look = NEWS[lead.estimateStatus ?? ''];
  if (!look) return children;
  const { word, icon: Icon, tone } = look;
  const told = children.startsWith(word);
  return (
    <span className={told ? `fact fact-${tone} fact-told` : `fact fact-${tone}`}>
      <Icon className="i" aria-hidden />
      {!told && <span className="sr-only">{word}. </span>}
      {children}
    </span>
  );
}
