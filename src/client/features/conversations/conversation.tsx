import { ArrowDown } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { shownOf } from './thread-changes.ts';
import { ThreadEntry } from './thread-item.tsx';
import { useConversationScroll } from './use-conversation-scroll.ts';
import { useNews } from './use-news.ts';
import { useMarkRead } from './use-mark-read.ts';
import './conversation.css';

/** Everything that was said with a lead, the newest at the bottom, where the composer is. */
export default function Conversation({ lead, firstName }: { lead: LeadView; firstName: string }) {
  const query = trpc.messages.thread.useInfiniteQuery(
    { leadId: lead.id },
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items).toReversed() ?? [], [query.data]);
  const shown = useMemo(() => shownOf(items), [items]);
  const list = useRef<HTMLDivElement>(null);
  const { hasNew, goToEnd } = useConversationScroll(list, shown);
  const news = useNews(items, firstName);
  const toFirst = useRef(false);
  const first = items[0]?.id;
  useEffect(() => {
    if (!toFirst.current) return;
    toFirst.current = false;
    // the button may be gone with the last of them; who has gone elsewhere meanwhile stays there
    if (document.activeElement?.matches('body, .talk-earlier, [role=dialog]'))
      list.current?.querySelector<HTMLElement>('.talk-item')?.focus({ preventScroll: true });
  }, [first]);
  const showEarlier = async () => {
    toFirst.current = true;
    const { isFetchNextPageError } = await query.fetchNextPage();
    if (isFetchNextPageError) toFirst.current = false;
  };
  useMarkRead(lead.id, { unread: lead.unread, shown: query.isSuccess });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who reads up by keyboard scrolls it
    <section className="talk" aria-label="Conversation" tabIndex={0} ref={list}>
      {query.hasNextPage && (
        <Button
          className="talk-earlier"
          working={query.isFetchingNextPage}
          workingText="Loading..."
          onClick={() => void showEarlier()}
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
        <p className="muted text-center">No messages yet. Write the first one below.</p>
      )}
      {items.length > 0 && (
        <ol className="talk-list">
          {items.map((item) => (
            <ThreadEntry key={item.id} item={item} lead={lead} firstName={firstName} />
          ))}
        </ol>
      )}
      <output className="sr-only">{news}</output>
      {hasNew && (
        <Button className="talk-new" icon={<ArrowDown className="i" aria-hidden />} onClick={goToEnd}>
          New message
        </Button>
      )}
    </section>
  );
}
