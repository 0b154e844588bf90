import { ChevronDown, ChevronUp } from 'lucide-react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { type LeadPart, useLeadsAddress } from './leads-address.ts';
import { Link, useLocation } from '../../lib/router.tsx';
import { UnreadMark } from './unread-mark.tsx';

export interface Neighbours {
  /**
   * Whether the neighboring leads are still loading. Their buttons take up space from the start, so that the lead's
   * name doesn't move.
   */
  waits: boolean;
  before: string | undefined;
  after: string | undefined;
}

export const neighboursOf = (ids: readonly string[] | undefined, id: string): Neighbours => {
  const at = ids?.indexOf(id) ?? -1;
  return at < 0
    ? { waits: ids === undefined, before: undefined, after: undefined }
    : { waits: false, before: ids?.[at - 1], after: ids?.[at + 1] };
};

/** The buttons for the previous and the next lead in the list. */
export function LeadSteps({ waits, before, after }: Neighbours) {
  const { showLead } = useLeadsAddress();
  if (!waits && !before && !after) return null;
  return (
    <div className="row gap-2">
      <IconButton label="Previous lead" disabled={!before} onClick={() => before && showLead(before)}>
        <ChevronUp className="i" aria-hidden />
      </IconButton>
      <IconButton label="Next lead" disabled={!after} onClick={() => after && showLead(after)}>
        <ChevronDown className="i" aria-hidden />
      </IconButton>
    </div>
  );
}

/** Links to a lead's two views: its facts and timeline, and its conversation. */
export function LeadParts({ lead, talking }: { lead: LeadView; talking: boolean }) {
  const { linkTo } = useLeadsAddress();
  const { state } = useLocation();
  const part = (view: LeadPart, label: string, current: boolean) => (
    <Link to={linkTo({ view })} state={state} replace keepScroll aria-current={current ? 'true' : undefined}>
      {label}
      {view === 'conversation' && <UnreadMark count={lead.unread} />}
    </Link>
  );
  return (
    <nav className="tabs view-tabs" aria-label="Lead sections">
      {part('overview', 'Overview', !talking)}
      {part('conversation', 'Conversation', talking)}
    </nav>
  );
}
