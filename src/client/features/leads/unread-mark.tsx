import { MessageSquare } from 'lucide-react';

/** How much of what the homeowner said is unread; nothing where nothing is. */
export function UnreadMark({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="unread">
      <MessageSquare className="i" aria-hidden />
      {count}
      <span className="sr-only"> unread</span>
    </span>
  );
}
