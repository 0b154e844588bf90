import { X } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { EstimateListItem } from '#shared/features/estimates/estimates.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDay, formatMoment } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { problemOf } from '../../lib/errors.ts';
import { lazyPart } from '../../lib/parts.ts';
import { usePhone } from '../../lib/media.ts';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { moveDraft } from '../conversations/composer-draft.ts';
import { ConnectionLine } from '../dashboard/connection-line.tsx';
import { DecisionBanner } from '../conversations/decision-banner.tsx';
import { ComposerWaits } from '../conversations/composer-waits.tsx';
import { LeadPayments } from '../payments/lead-payments.tsx';
import { WorkProgress } from '../estimates/work-progress.tsx';
import { DuplicateNote } from './duplicate-note.tsx';
import { LeadBadge } from './lead-badge.tsx';
import { LeadFact } from './lead-fact.tsx';
import { rowId } from './lead-item.tsx';
import { LeadFacts, LeadRun, ReachButtons } from './lead-facts.tsx';
import { LeadActs } from './lead-foot.tsx';
import { LeadMenu } from './lead-menu.tsx';
import { LeadParts, LeadSteps, type Neighbours, neighboursOf } from './lead-sheet-nav.tsx';
import { LeadTimeline } from './lead-timeline.tsx';
import { newestFact } from './lead-words.ts';
import { type LeadPart, useLeadsAddress } from './leads-address.ts';
import { firstNameOf } from './timeline-words.ts';
import { HeldReasons, ReviewActions } from './review-actions.tsx';
import { useArchive } from './use-archive.ts';
import { useLead } from './use-lead.ts';
import { LeadVisits } from '../visits/lead-visits.tsx';

const Conversation = lazyPart(() => import('../conversations/conversation.tsx'));
const Composer = lazyPart(() => import('../conversations/composer.tsx'));

interface ShownLead {
  lead: LeadView;
  estimate: EstimateListItem | undefined;
  talking: boolean;
}

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

/**
 * Returns the lead's newest fact, such as 'Viewed twice, last today 8:47 AM' for a viewed estimate. Returns '' if the
 * badge already says it.
 */
const factText = (
  lead: LeadView,
  estimate: EstimateListItem | undefined,
  { zone, now }: { zone: string | undefined; now: Date },
): string => {
  if (!lead.outcome && !lead.awaitsAnswer) {
    if (lead.estimateStatus === 'paid') return '';
    if (estimate?.status === 'viewed' && estimate.lastViewedAt)
      return `Viewed ${times(estimate.viewCount)}, last ${formatMoment(estimate.lastViewedAt, now, zone).replace(/^T/, 't').replace(/^Y/, 'y')}`;
  }
  return newestFact(lead, { zone, now, alone: true });
};

const heldText = ({ spamAt }: LeadView): string =>
  spamAt ? 'No messages will be sent' : 'No messages will be sent until you accept the lead';

function Under({ lead, estimate, talking }: ShownLead) {
  const { zone } = useTimeZone();
  const phone = usePhone();
  const now = useNow();
  const fact = lead.held ? heldText(lead) : factText(lead, estimate, { zone, now });
  return (
    <>
      <div className="row flex-wrap gap-x-2.5 gap-y-1">
        {lead.held ? <Badge>{lead.spamAt ? 'Spam' : 'In review'}</Badge> : <LeadBadge lead={lead} />}
        {fact && <span className="sm muted">{lead.held ? fact : <LeadFact lead={lead}>{fact}</LeadFact>}</span>}
      </div>
      {!lead.held && !lead.erasedAt && (
        <div className="row between view-row">
          <LeadParts lead={lead} talking={talking} />
          {/* On phones, the menu is here, because long names need the space at the top. */}
          {phone && <LeadMenu lead={lead} />}
        </div>
      )}
    </>
  );
}

interface HeadActionsProps {
  lead: LeadView | undefined;
  neighbours: Neighbours;
}

function HeadActions({ lead, neighbours }: HeadActionsProps) {
  const { close } = useLeadsAddress();
  const phone = usePhone();
  return (
    <>
      {lead && !lead.held && !phone && <LeadMenu lead={lead} />}
      <LeadSteps {...neighbours} />
      <IconButton label="Close" onClick={close}>
        <X className="i" aria-hidden />
      </IconButton>
    </>
  );
}

function Archived({ lead }: { lead: LeadView }) {
  const archive = useArchive();
  const { work } = useMay();
  const { zone } = useTimeZone();
  return (
    <Note>
      <div className="row between flex-wrap gap-2">
        Archived on {lead.archivedAt && formatDay(lead.archivedAt, zone)}.
        {work && <Button onClick={() => archive(lead)}>Restore</Button>}
      </div>
    </Note>
  );
}

const ErasedLead = lazyPart(() => import('../data-rights/erased-lead.tsx'));

const WRITE: Partial<Record<LeadPart, 'sms' | 'email'>> = { text: 'sms', email: 'email' };

/** The bottom of the sheet: the composer, or the next actions. */
function LeadFoot({ lead, estimate, talking }: ShownLead) {
  const { view } = useLeadsAddress();
  const may = useMay();
  if (!may.work)
    return <p className="sm muted">Your role is viewer. You can view everything, but you can’t change anything.</p>;
  if (lead.erasedAt) return null;
  if (lead.held) return <ReviewActions lead={lead} />;
  if (!talking) return <LeadActs lead={lead} estimate={estimate} />;
  return (
    <Suspense fallback={<ComposerWaits />}>
      <Composer lead={lead} asked={view ? WRITE[view] : undefined} />
    </Suspense>
  );
}

/** The facts and the timeline. */
function Overview({ lead, estimates }: { lead: LeadView; estimates: readonly EstimateListItem[] | undefined }) {
  const agreed = lead.agreedCents !== null;
  const signed = estimates?.find(({ acceptance }) => acceptance !== null);
  const money = {
    estimate: estimates?.[0],
    signed,
    invoiceUrl: signed?.url ? `${signed.url}/invoice.pdf` : null,
  };
  if (lead.erasedAt)
    return (
      <>
        <Suspense fallback={null}>
          <ErasedLead lead={lead} />
        </Suspense>
        {agreed && <LeadPayments lead={lead} {...money} />}
        <LeadTimeline key={lead.id} lead={lead} />
      </>
    );
  return (
    <>
      <DecisionBanner lead={lead} />
      {lead.held && <HeldReasons lead={lead} />}
      {lead.archivedAt && <Archived lead={lead} />}
      {!lead.held && (
        <>
          <DuplicateNote lead={lead} />
          <ReachButtons lead={lead} />
          <LeadVisits lead={lead} />
        </>
      )}
      <LeadRun lead={lead} />
      {/* Once something is agreed, the money comes first. Before that, how to reach them does. */}
      {agreed && <LeadPayments lead={lead} {...money} />}
      <LeadFacts lead={lead} estimate={estimates?.[0]} />
      {!agreed && !lead.held && <LeadPayments lead={lead} {...money} />}
      <WorkProgress leadId={lead.id} estimates={estimates} />
      <LeadTimeline key={lead.id} lead={lead} />
    </>
  );
}

/**
 * Returns true if the conversation is shown instead of the overview. If the URL names a view, that view is shown.
 * Otherwise, the conversation is shown if it had unread messages when the lead was opened. It stays open after they're
 * read. The conversation with a held lead is never shown.
 */
const useTalking = (lead: LeadView | undefined): boolean => {
  const { view } = useLeadsAddress();
  const [opened, setOpened] = useState<{ id: string; unread: boolean }>();
  if (lead && opened?.id !== lead.id) setOpened({ id: lead.id, unread: lead.unread > 0 });
  if (lead?.held || lead?.erasedAt) return false;
  return view === null ? opened?.unread === true && opened.id === lead?.id : view !== 'overview';
};

interface LeadSheetProps {
  leadId: string;
  /** The lead from the list. It's shown if the first request fails or there's no network connection. */
  listed: LeadView | undefined;
  /** The IDs of the leads in the list, in order. Undefined while it loads. */
  neighbours: readonly string[] | undefined;
}

/**
 * The details of a lead, in a sheet on the right, or full screen on phones. Loaded on demand, because it includes Radix
 * and the drawing.
 */
export default function LeadSheet({ leadId, listed, neighbours }: LeadSheetProps) {
  const { close, showMerged } = useLeadsAddress();
  const { lead, isPending, error } = useLead(leadId, listed);
  const estimates = trpc.estimates.listForLead.useQuery({ leadId });
  // Loaded together with the lead, so that nothing shifts when a decision, the note about email, visits or payments
  // appear.
  trpc.visits.settings.useQuery(undefined, { staleTime: 60_000 });
  trpc.visits.forLead.useQuery({ leadId });
  trpc.messages.undecided.useQuery({ leadId }, { enabled: listed?.awaitsDecision !== false });
  trpc.leads.mailState.useQuery({ leadId });
  trpc.payments.status.useQuery(undefined, { enabled: useMay().office });
  const estimate = estimates.data?.[0];
  const talking = useTalking(lead);
  const around = neighboursOf(neighbours, leadId);
  // The lead was merged into another one, so the browser is redirected to that lead's URL.
  const mergedInto = lead && lead.id !== leadId ? lead.id : null;
  const follow = useEffectEvent((into: string) => {
    moveDraft(leadId, into);
    showMerged(into, talking);
  });
  useEffect(() => {
    if (mergedInto) follow(mergedInto);
  }, [mergedInto]);
  return (
    <Sheet
      open
      onClose={close}
      title={lead?.name ?? listed?.name ?? 'Lead'}
      loading={isPending}
      returnTo={() => document.getElementById(rowId(leadId))}
      actions={<HeadActions lead={lead} neighbours={around} />}
      under={
        <>
          {lead ? (
            <Under lead={lead} estimate={estimate} talking={talking} />
          ) : (
            isPending && <div className="h-[66px]" />
          )}
          <ConnectionLine />
        </>
      }
      footer={
        lead ? (
          <LeadFoot lead={lead} estimate={estimate} talking={talking} />
        ) : (
          isPending && talking && <ComposerWaits />
        )
      }
    >
      {isPending && <SkeletonRows rows={5} height={64} label="Loading the lead" />}
      {error && <Banner>{problemOf(error).message}</Banner>}
      {lead && !talking && <Overview lead={lead} estimates={estimates.data} />}
      {lead && talking && (
        <Suspense fallback={<SkeletonRows rows={4} height={64} label="Loading the conversation" />}>
          <DecisionBanner lead={lead} beside="conversation" />
          <Conversation key={leadId} lead={lead} firstName={firstNameOf(lead.name)} />
        </Suspense>
      )}
    </Sheet>
  );
}
