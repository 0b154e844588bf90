import { MessageSquare } from 'lucide-react';

/** The number of unread messages. Shows nothing for 0. */
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
