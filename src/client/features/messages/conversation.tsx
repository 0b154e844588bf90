import { ArrowDown } from 'lucide-react';
import { useRef } from 'react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ThreadEntry } from './thread-item.tsx';
import { useConversationScroll } from './use-conversation-scroll.ts';
import { useMarkRead } from './use-mark-read.ts';
import './conversation.css';

/** Everything that was said with a lead, the newest at the bottom, where the composer is. */
export default function Conversation({ lead, firstName }: { lead: LeadView; firstName: string }) {
  const query = trpc.messages.thread.useInfiniteQuery(
    { leadId: lead.id },
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  const items = query.data?.pages.flatMap((page) => page.items).toReversed() ?? [];
  const list = useRef<HTMLDivElement>(null);
  const { hasNew, goToEnd } = useConversationScroll(list, { first: items[0]?.id, last: items.at(-1)?.id });
  useMarkRead(lead.id, { unread: lead.unread, shown: query.isSuccess });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who reads up by keyboard scrolls it
    <section className="talk" aria-label="Conversation" tabIndex={0} ref={list}>
      {query.hasNextPage && (
        <Button
          className="justify-self-center"
          working={query.isFetchingNextPage}
          workingText="Loading..."
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier
        </Button>
      )}
      {query.isPending && <SkeletonRows rows={4} height={64} label="Loading the conversation" />}
      {query.isError && (
        <Banner action={<Button onClick={() => void query.refetch()}>Try again</Button>}>
          {problemOf(query.error).message}
        </Banner>
      )}
      {query.isSuccess && items.length === 0 && (
        <p className="muted text-center">Nothing was said yet. What you write below is the beginning.</p>
      )}
      {items.length > 0 && (
        <ol className="talk-list" aria-live="polite" aria-relevant="additions">
          {items.map((item) => (
            <ThreadEntry key={item.id} item={item} leadId={lead.id} firstName={firstName} />
          ))}
        </ol>
      )}
      {hasNew && (
        <Button className="talk-new" icon={<ArrowDown className="i" aria-hidden />} onClick={goToEnd}>
          New message
        </Button>
      )}
    </section>
  );
}
