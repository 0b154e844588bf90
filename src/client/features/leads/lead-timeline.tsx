import { zoneLabel } from '#shared/primitives/zone-label.ts';
import { Phone, Reply } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { MemberName } from '#shared/features/team/member-name.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDayTime, formatMoment } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { problemOf } from '../../lib/errors.ts';
import { lazyPart } from '../../lib/parts.ts';
import { useMay } from '../../lib/role.ts';
import { Link, useLocation } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ResolveUnknown } from '../conversations/resolve-unknown.tsx';
import { useLeadsAddress } from './leads-address.ts';
import { PlannedReminders } from '../reminders/planned-reminders.tsx';
import { ANSWERED, hasUnsavedNote, NoteForm, useAddNote } from './note-form.tsx';
import { type PlannedStep, plannedSteps } from './planned-steps.ts';
import { firstNameOf, tellEvent, type TimelineWords } from './timeline-words.ts';

const EventLines = lazyPart(() => import('./event-lines.tsx'));

/** Buttons to answer the homeowner, or to record that they were answered elsewhere, such as by phone. */
function Answer({ lead }: { lead: LeadView }) {
  const { working, addNote } = useAddNote(lead.id);
  const { linkTo } = useLeadsAddress();
  const { state } = useLocation();
  const byText = lead.phone !== null && lead.sms.allowed;
  return (
    <div className="row mt-2 flex-wrap gap-2">
      <Link className={buttonClass()} to={linkTo({ view: byText ? 'text' : 'email' })} state={state} replace keepScroll>
        <Reply className="i" aria-hidden />
        {byText ? 'Answer by text' : 'Answer by email'}
      </Link>
      <Button variant="quiet" working={working} workingText="Marking..." onClick={() => addNote(ANSWERED)}>
        Mark as answered
      </Button>
    </div>
  );
}

/** A button that opens the form for a phone call. Viewers don't see it. */
function LogCall({ leadId }: { leadId: string }) {
  const { openDialog } = useLeadsAddress();
  const { work } = useMay();
  return (
    work && (
      <Button icon={<Phone className="i" aria-hidden />} onClick={() => openDialog(leadId, 'call')}>
        Log a call
      </Button>
    )
  );
}

/** A link to the full conversation with the sales agent. */
function ReadTalk() {
  const { linkTo } = useLeadsAddress();
  const { state } = useLocation();
  return (
    <Link className="block text-sm" to={linkTo({ view: 'conversation' })} state={state} replace keepScroll>
      Read the conversation
    </Link>
  );
}

const POST: Record<TimelineWords['who'], string | undefined> = { us: undefined, them: 'them', off: 'off' };

/** Names the colleague who caused an event. For what the user did, says 'you' if `said` is set, and nothing otherwise. */
function Author({ by, said }: { by: MemberName | string | undefined; said: boolean }) {
  const me = trpc.auth.session.useQuery(undefined, { staleTime: 60_000 }).data?.user.id;
  if (by === undefined || me === undefined) return null;
  if (typeof by === 'string') return <span className="xs muted"> {by}</span>;
  if (by.userId === me && !said) return null;
  return <span className="xs muted"> {by.userId === me ? 'you' : by.name}</span>;
}

/** Returns the newest message from the homeowner, if the lead is waiting for an answer. */
const waitingId = (lead: LeadView, items: readonly { id: string; kind: string }[]): string | undefined =>
  lead.awaitsAnswer === null
    ? undefined
    : items.find(({ kind }) => kind === 'question' || kind === 'reply_received')?.id;

/**
 * The scheduled and canceled steps, which are shown above the past events. `told` is the stop reason that the timeline
 * already shows. If the entry for canceled steps has the same reason, the entry is left out.
 */
function Planned({ steps, told, zone }: { steps: PlannedStep[]; told: string | undefined; zone: string | undefined }) {
  return steps
    .filter((step) => step.kind === 'due' || step.reason !== told)
    .map((step) => (
      <li key={step.title} className={step.kind}>
        <strong>{step.title}</strong>
        {step.reason && <span className="muted block">{step.reason}</span>}
        {step.dueAt && <time dateTime={step.dueAt}>Will be sent {formatDayTime(step.dueAt, zone)}</time>}
      </li>
    ));
}

/** The timeline, newest first: the scheduled steps, then the past events. */
export function LeadTimeline({ lead }: { lead: LeadView }) {
  const { zone, differs } = useTimeZone();
  const query = trpc.leads.timeline.useInfiniteQuery(
    { leadId: lead.id },
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const waiting = waitingId(lead, items);
  const schedule = trpc.followUps.get.useQuery({ leadId: lead.id });
  const steps = schedule.data ? plannedSteps(schedule.data) : [];
  // The event that stopped the follow-ups and the messages that it canceled are shown as one entry.
  const stop = items.find((item) => item.kind === 'schedule_stopped');
  const off = steps.find(({ kind, reason }) => kind === 'off' && reason === stop?.data.reason);
  const context = { firstName: firstNameOf(lead.name), zone };
  const now = useNow();
  const [unsaved] = useState(() => hasUnsavedNote(lead.id));
  const [noting, setNoting] = useState(unsaved);
  return (
    <section className="stack gap-3.5" aria-labelledby="timeline">
      <div className="row between flex-wrap gap-2">
        <h3 id="timeline">Timeline</h3>
        {!lead.erasedAt && (
          <div className="row gap-2">
            <LogCall leadId={lead.id} />
            {!noting && <Button onClick={() => setNoting(true)}>Add note</Button>}
          </div>
        )}
      </div>
      {noting && <NoteForm leadId={lead.id} autoFocus={!unsaved} />}
      {differs && zone && <p className="xs muted">Times are in {zoneLabel(zone)}</p>}
      {query.isPending && query.isPaused && (
        <p className="sm muted">The timeline will appear when you’re back online.</p>
      )}
      {query.isPending && !query.isPaused && <SkeletonRows rows={3} height={58} label="Loading the timeline" />}
      {query.isError && (
        <Banner action={<Button onClick={() => void query.refetch()}>Try again</Button>}>
          {problemOf(query.error).message}
        </Banner>
      )}
      {query.isSuccess && (
        <ol className="line" aria-labelledby="timeline">
          <PlannedReminders leadId={lead.id} zone={zone} />
          <Planned steps={steps} told={off?.reason} zone={zone} />
          {items.map((item) => {
            const words = tellEvent(item, { ...context, open: item.open });
            return (
              <li key={item.id} className={POST[words.who]} tabIndex={-1}>
                <strong>{item.id === stop?.id && off ? off.title : words.title}</strong>
                {words.detail && <span className="muted block whitespace-pre-line">{words.detail}</span>}
                {words.lines && words.lines.length > 0 && (
                  <Suspense fallback={null}>
                    <EventLines lines={words.lines} />
                  </Suspense>
                )}
                <time dateTime={item.at}>{formatMoment(item.at, now, zone)}</time>
                <Author by={item.data.by} said={item.kind === 'note'} />
                {words.said && words.said !== lead.notes && <span className="said">{words.said}</span>}
                {words.talk && <ReadTalk />}
                {item.open && item.kind === 'message_unknown' && item.data.messageId !== undefined && (
                  <div className="mt-2">
                    <ResolveUnknown leadId={lead.id} messageId={item.data.messageId} />
                  </div>
                )}
                {item.id === waiting && words.asks && !item.open && <Answer lead={lead} />}
              </li>
            );
          })}
        </ol>
      )}
      {query.hasNextPage && (
        <Button
          working={query.isFetchingNextPage}
          workingText="Loading..."
          className="justify-self-start"
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier
        </Button>
      )}
    </section>
  );
}
