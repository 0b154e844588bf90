import { ArrowDown } from 'lucide-react';
import { useEffect, useMemo, useRef, useEffectEvent, useState } from 'react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { problemOf, isPassing } from '../../lib/errors.ts';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { shownOf, changeOf } from './thread-changes.ts';
import { threadEntries } from './thread-entries.ts';
import { Message } from './thread-item.tsx';
import { AgentDrafts } from '../agent/agent-drafts.tsx';
import { AgentLine, AgentState, useAgentTalk } from '../agent/agent-talk.tsx';
import { useConversationScroll } from './use-conversation-scroll.ts';
import './conversation.css';
import { useOnline } from '../../lib/online.ts';
import { useVisible } from '../../lib/visible.ts';
import type { ThreadItem } from '#shared/features/conversations/conversations.schema.ts';

const MOST_AGAIN = 3;

/** Marks the homeowner's messages as read once they're visible. */
function useMarkRead(leadId: string, { unread, shown }: { unread: number; shown: boolean }): void {
  const visible = useVisible();
  const utils = trpc.useUtils();
  const online = useOnline();
  const may = useMay();
  const markRead = trpc.messages.markRead.useMutation({
    // Retried automatically, because there's no retry button. Repeating the call is harmless.
    retry: (count, error) => count < MOST_AGAIN && isPassing(error),
    onSuccess: (_answer, { leadId: readId }) => {
      void utils.leads.get.invalidate({ leadId: readId });
      void utils.leads.list.invalidate();
      void utils.leads.summary.invalidate();
      void utils.today.invalidate();
    },
  });
  const read = useEffectEvent(() => {
    if (may.work) markRead.mutate({ leadId });
  });
  useEffect(() => {
    if (unread > 0 && shown && visible && online) read();
  }, [leadId, unread, shown, visible, online]);
}

const LONGEST = 200;

/**
 * Returns the announcement for screen readers. It announces only new messages, not those from the first load or earlier
 * pages.
 */
function useNews(items: readonly ThreadItem[], firstName: string): string {
  const [told, setTold] = useState({ items, news: '' });
  if (told.items === items) return told.news;
  const shown = shownOf(items);
  const change = changeOf(shownOf(told.items), shown);
  const wanted = change === 'heard' ? 'homeowner' : 'company';
  const text = items.findLast(({ from, label }) => from === wanted && (from === 'homeowner' || label === null))?.text;
  const who = change === 'heard' ? `${firstName} wrote` : 'Your message was added';
  const news = change === 'heard' || change === 'typed' ? `${who}: ${text?.slice(0, LONGEST) ?? ''}` : told.news;
  setTold({ items, news });
  return news;
}

interface ConversationProps {
  lead: LeadView;
  firstName: string;
}

const useThread = (leadId: string) =>
  trpc.messages.thread.useInfiniteQuery({ leadId }, { getNextPageParam: (page) => page.nextCursor ?? undefined });

/** All messages with a lead. The newest is at the bottom, above the composer. */
export default function Conversation({ lead, firstName }: ConversationProps) {
  const query = useThread(lead.id);
  // Loaded here because the composer's height, and therefore the position of the newest message, depends on this data.
  const ways = trpc.messages.ways.useQuery({ leadId: lead.id });
  const agent = useAgentTalk(lead.id);
  if (query.isPending || ways.isLoading || agent.isLoading)
    return <SkeletonRows rows={4} height={64} label="Loading the conversation" />;
  return <Talk lead={lead} firstName={firstName} />;
}

function Talk({ lead, firstName }: ConversationProps) {
  const query = useThread(lead.id);
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items).toReversed() ?? [], [query.data]);
  const shown = useMemo(() => shownOf(items), [items]);
  const list = useRef<HTMLDivElement>(null);
  const { hasNew, goToEnd } = useConversationScroll(list, shown);
  const news = useNews(items, firstName);
  const { lines } = useAgentTalk(lead.id);
  const entries = threadEntries(items, lines, query.hasNextPage);
  const toFirst = useRef(false);
  const first = items[0]?.id;
  useEffect(() => {
    if (!toFirst.current) return;
    toFirst.current = false;
    // The button may disappear with the last page. The focus moves only if it's still on the button.
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- lets keyboard users scroll it
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
      {query.isError && (
        <Banner action={<Button onClick={() => void query.refetch()}>Try again</Button>}>
          {problemOf(query.error).message}
        </Banner>
      )}
      {query.isSuccess && entries.length === 0 && (
        <p className="muted text-center">No messages yet. Write the first one below.</p>
      )}
      {entries.length > 0 && (
        <ol className="talk-list">
          {entries.map((entry) =>
            entry.kind === 'agent' ? (
              <AgentLine key={entry.line.id} line={entry.line} firstName={firstName} />
            ) : (
              <Message key={entry.item.id} item={entry.item} lead={lead} firstName={firstName} />
            ),
          )}
        </ol>
      )}
      <AgentState
        lead={lead}
        firstName={firstName}
        wroteAt={items.findLast(({ from, label }) => from === 'company' && label === null)?.at}
      />
      <AgentDrafts leadId={lead.id} />
      <output className="sr-only">{news}</output>
      {hasNew && (
        <Button className="talk-new" icon={<ArrowDown className="i" aria-hidden />} onClick={goToEnd}>
          New message
        </Button>
      )}
    </section>
  );
}
