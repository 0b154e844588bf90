/**
 * The counts for a navigation entry. Only one count is shown. The desktop side menu visually hides the count's unit.
 */
export interface Waiting {
  /** Unread messages from homeowners. */
  unread: number;
  /** Leads with the status New. */
  newLeads: number;
}

/** Shows '2 unread' or, without unread messages, '3 new'. Shows nothing if both are 0. */
export function NavBadge({ unread, newLeads }: Waiting) {
  const count = unread || newLeads;
  if (count === 0) return null;
  return (
    <span className="count">
      <span className="count-figure">{count > 999 ? '999+' : count}</span>{' '}
      <span className="count-word">{unread > 0 ? 'unread' : 'new'}</span>
    </span>
  );
}
