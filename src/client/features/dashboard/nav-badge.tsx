/** What a navigation entry counts: one figure, with the word that says of what. */
export interface Waiting {
  /** What homeowners said and nobody has opened. */
  unread: number;
  /** Leads with the status New. */
  newLeads: number;
}

/** '2 unread', else '3 new'; nothing where nothing waits. */
export function NavBadge({ unread, newLeads }: Waiting) {
  const count = unread || newLeads;
  if (count === 0) return null;
  return (
    <span className={unread > 0 ? 'count count-unread' : 'count'}>
      <span className="count-figure">{count > 999 ? '999+' : count}</span>{' '}
      <span className="count-word">{unread > 0 ? 'unread' : 'new'}</span>
    </span>
  );
}
