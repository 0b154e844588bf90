import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { Link, useLocation } from '../../lib/router.tsx';
import { type LeadPart, useLeadsAddress } from './leads-address.ts';
import { UnreadMark } from './unread-mark.tsx';

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
