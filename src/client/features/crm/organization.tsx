import { Building2, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/parts.ts';
import type { DealView, OrganizationView, PipelineView } from '#shared/features/crm/crm.schema.ts';
import { useMay } from '../../lib/role.ts';
import { usePhone } from '../../lib/media.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useCrmAddress } from './crm-address.ts';
import { onTheLine } from './crm-words.ts';
import { DealFilter, useFound } from './deal-filter.tsx';
import type { Deletion } from './delete-question.tsx';
import { LoadProblem } from './load-problem.tsx';
import { LostDeals } from './lost-deals.tsx';
import { PhoneBoard } from './phone-board.tsx';
import { PipelineBar } from './pipeline-bar.tsx';
import { type Board, useBoard } from './use-board.ts';

const DealBoard = lazyPart(() => import('./board.tsx'));
const DealDialog = lazyPart(() => import('./deal-dialog.tsx'));
const DealFacts = lazyPart(() => import('./deal-facts.tsx'));
const LostDialog = lazyPart(() => import('./lost-dialog.tsx'));
const RulesDialog = lazyPart(() => import('./rules-dialog.tsx'));
const PipelineDialog = lazyPart(() => import('./pipeline-dialog.tsx'));
const DeleteQuestion = lazyPart(() => import('./delete-question.tsx'));

interface OrganizationProps {
  organization: OrganizationView;
  all: readonly OrganizationView[];
}

/** A menu to choose, add, rename or delete an organization. */
function OrganizationMenu({ organization, all, onDelete }: OrganizationProps & { onDelete: () => void }) {
  const phone = usePhone();
  const { choose, open } = useCrmAddress();
  const { manage } = useMay();
  if (!manage && all.length < 2) return null;
  const label = 'Change organization';
  const icon = <Building2 className="i" aria-hidden />;
  return (
    <Menu
      trigger={
        phone ? (
          <IconButton label={label} variant="default">
            {icon}
          </IconButton>
        ) : (
          <Button icon={icon}>{label}</Button>
        )
      }
      title="Organization"
      entries={[
        ...all.map(({ id, name }) => ({
          kind: 'choice' as const,
          label: name,
          chosen: id === organization.id,
          onSelect: () => choose({ org: id }),
        })),
        ...(manage
          ? ([
              { kind: 'rule' },
              { kind: 'action', label: 'New organization', onSelect: () => open('new-organization') },
              { kind: 'action', label: 'Rename this organization', onSelect: () => open('rename') },
              { kind: 'action', label: 'Automatic deals', onSelect: () => open('rules') },
              { kind: 'action', label: 'Delete this organization', danger: true, onSelect: onDelete },
            ] as const)
          : []),
      ]}
    />
  );
}

function NewDeal() {
  const { open } = useCrmAddress();
  return (
    <Button variant="primary" icon={<Plus className="i" aria-hidden />} onClick={() => open('new-deal')}>
      New deal
    </Button>
  );
}

/** The board, or a hint about the first step if the board is empty. */
function BoardPlace({ board, loading, filtered }: { board: Board | null; loading: boolean; filtered: boolean }) {
  const phone = usePhone();
  const { open, clearFilter } = useCrmAddress();
  const { work, manage } = useMay();
  if (loading) return <SkeletonRows rows={4} height={96} label="Loading deals" />;
  const empty = !board || (board.lost.length === 0 && board.columns.every(({ deals }) => deals.length === 0));
  if (empty && filtered)
    return (
      <div className="card">
        <Empty title="No matching deals" actions={<Button onClick={clearFilter}>Show all deals</Button>}>
          No deal in this pipeline matches your search.
        </Empty>
      </div>
    );
  if (empty)
    return (
      <div className="card">
        <Empty
          title="No deals yet"
          actions={
            <>
              {work && (
                <Button variant="primary" onClick={() => open('new-deal')}>
                  New deal
                </Button>
              )}
              {manage && (
                <Button onClick={() => open(board ? 'pipeline' : 'new-pipeline')}>
                  {board ? 'Edit pipeline' : 'New pipeline'}
                </Button>
              )}
            </>
          }
        >
          {board
            ? `Deals move from ${board.pipeline.stages[0]?.name ?? ''} to ${board.pipeline.stages.at(-1)?.name ?? ''}.`
            : 'Your first deal creates a pipeline with the stages Lead in, Measured, Bid sent and Won.'}
        </Empty>
      </div>
    );
  return (
    <Suspense fallback={<SkeletonRows rows={4} height={96} label="Loading deals" />}>
      {phone ? <PhoneBoard board={board} /> : <DealBoard board={board} />}
      <LostDeals board={board} />
    </Suspense>
  );
}

const stageOf = (pipelines: readonly PipelineView[], { stageId }: DealView) =>
  pipelines.flatMap(({ stages }) => stages).find(({ id }) => id === stageId);

const chosenPipeline = (all: readonly PipelineView[], asked: string | null): PipelineView | undefined =>
  all.find(({ id }) => id === asked) ?? all[0];

/** An organization: its name and total, its pipelines, and the board of one of them. */
export function Organization({ organization, all }: OrganizationProps) {
  const address = useCrmAddress();
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const orgId = organization.id;
  const pipelines = trpc.crm.pipelines.list.useQuery({ orgId });
  const deals = trpc.crm.deals.list.useQuery({ orgId });
  const { work, manage } = useMay();
  const phone = usePhone();
  const found = useFound(orgId);
  const board = useBoard({
    pipeline: chosenPipeline(pipelines.data ?? [], address.pipelineId),
    pipelines: pipelines.data ?? [],
    deals: deals.data ?? [],
    found: found.ids,
    mayWork: work,
    askWhyLost: (deal) => address.askWhyLost(deal.id),
    askDelete: (deal) => setDeletion({ kind: 'deal', deal }),
  });
  const standing = board?.columns.flatMap((column) => column.deals) ?? [];
  const edited = deals.data?.find(({ id }) => id === address.dealId);
  const loaded = deals.data !== undefined && pipelines.data !== undefined;
  const newDeal = work && (deals.data?.length ?? 0) > 0 && <NewDeal />;
  return (
    <>
      <div className="row between items-start">
        <div className="grow">
          <h1 className="[overflow-wrap:anywhere]">{organization.name}</h1>
          <p className="muted">
            {standing.length > 0 ? onTheLine(standing) : loaded && !found.filtered ? 'No open deals yet' : '\u00a0'}
          </p>
        </div>
        <div className="row gap-2">
          <OrganizationMenu
            organization={organization}
            all={all}
            onDelete={() =>
              setDeletion({
                kind: 'organization',
                organization,
                counts: { pipelines: pipelines.data?.length, deals: deals.data?.length },
              })
            }
          />
          {!phone && newDeal}
        </div>
      </div>
      <LoadProblem what="pipelines" query={pipelines} />
      <LoadProblem what="deals" query={deals} />
      {found.filtered && <LoadProblem what="deals" query={found.query} />}
      <div className="crm-bar">
        {board && (
          <PipelineBar
            board={board}
            onDelete={() =>
              setDeletion({
                kind: 'pipeline',
                pipeline: board.pipeline,
                counts: { deals: deals.data?.filter(({ pipelineId }) => pipelineId === board.pipeline.id).length },
              })
            }
          />
        )}
        {((deals.data?.length ?? 0) > 0 || found.filtered) && (
          <div className="row grow items-start gap-2">
            <DealFilter deals={deals.data ?? []} />
            {phone && newDeal}
          </div>
        )}
      </div>
      {(loaded || pipelines.isPending || deals.isPending) && (
        <BoardPlace board={board} loading={!loaded} filtered={found.filtered} />
      )}
      <Suspense fallback={null}>
        {work && address.dialog === 'new-deal' && loaded && (
          <DealDialog orgId={orgId} pipeline={board?.pipeline} leadId={address.leadId} />
        )}
        {edited && !work && <DealFacts deal={edited} stage={stageOf(pipelines.data ?? [], edited)} />}
        {edited && work && address.dialog === 'lost' && <LostDialog deal={edited} />}
        {manage && address.dialog === 'rules' && loaded && (
          <RulesDialog pipeline={board?.pipeline} pipelines={pipelines.data ?? []} />
        )}
        {edited && work && address.dialog !== 'lost' && (
          <DealDialog
            key={edited.id}
            orgId={orgId}
            deal={edited}
            onDelete={() => setDeletion({ kind: 'deal', deal: edited })}
          />
        )}
        {manage && address.dialog === 'pipeline' && board && (
          <PipelineDialog key={board.pipeline.id} pipeline={board.pipeline} deals={deals.data ?? []} />
        )}
        {deletion && <DeleteQuestion deletion={deletion} onClose={() => setDeletion(null)} />}
      </Suspense>
    </>
  );
}
