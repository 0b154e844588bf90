import { ArrowDown, ArrowUp, Ellipsis, MoveHorizontal, Pencil, ThumbsDown, Trash2, User } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { DealView } from '#shared/features/crm/crm.schema.ts';
import { usePhone } from '../../lib/media.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { useCrmAddress } from './crm-address.ts';
import type { Board } from './use-board.ts';

interface DealMenuProps {
  deal: DealView;
  board: Board;
}

/** Menu entries for every stage of this pipeline, and for the first stage of each other pipeline. */
const stageEntries = ({ deal, board }: DealMenuProps, phone: boolean): MenuEntry[] => [
  {
    kind: 'text',
    content: (
      <>
        {/* On phones, the title is already at the top. */}
        {!phone && <b>{deal.title}</b>}
        Move to
      </>
    ),
  },
  ...board.pipeline.stages.map((stage) => ({
    kind: 'choice' as const,
    label: stage.name,
    chosen: stage.id === deal.stageId,
    onSelect: () => stage.id !== deal.stageId && board.move(deal, stage.id),
  })),
  ...board.pipelines
    .filter(({ id }) => id !== board.pipeline.id)
    .flatMap(({ name, stages: [first] }) =>
      first
        ? [{ kind: 'action' as const, label: `${name}: ${first.name}`, onSelect: () => board.move(deal, first.id) }]
        : [],
    ),
  { kind: 'rule' },
];

/** Menu entries that move the deal up or down in its stage, if possible. */
const orderEntries = ({ deal, board }: DealMenuProps): MenuEntry[] => {
  const deals = board.columns.find(({ stage }) => stage.id === deal.stageId)?.deals ?? [];
  const at = deals.findIndex(({ id }) => id === deal.id);
  const entries: MenuEntry[] = [];
  const above = deals[at - 1]?.id;
  if (above)
    entries.push({
      kind: 'action',
      label: 'Move up',
      icon: <ArrowUp className="i" aria-hidden />,
      onSelect: () => board.move(deal, deal.stageId, above),
    });
  if (at < deals.length - 1)
    entries.push({
      kind: 'action',
      label: 'Move down',
      icon: <ArrowDown className="i" aria-hidden />,
      onSelect: () => board.move(deal, deal.stageId, deals[at + 2]?.id ?? null),
    });
  return entries;
};

/** A menu with all actions for a deal, so that dragging isn't required. */
export function DealMenu({ deal, board }: DealMenuProps) {
  const phone = usePhone();
  const { openDeal } = useCrmAddress();
  const button = useRef<HTMLButtonElement>(null);
  const focusIfMoved = useEffectEvent(() => board.takesFocus(deal) && button.current?.focus());
  useEffect(() => void focusIfMoved(), []);
  const entries: MenuEntry[] = [
    ...stageEntries({ deal, board }, phone),
    ...orderEntries({ deal, board }),
    {
      kind: 'action',
      label: 'Edit deal',
      icon: <Pencil className="i" aria-hidden />,
      onSelect: () => openDeal(deal.id),
    },
    ...(deal.lead
      ? [
          {
            kind: 'link' as const,
            label: `Open ${deal.lead.name}`,
            icon: <User className="i" aria-hidden />,
            to: `/dashboard?tab=leads&lead=${deal.lead.id}`,
          },
        ]
      : []),
    {
      kind: 'action',
      label: 'Mark as lost',
      icon: <ThumbsDown className="i" aria-hidden />,
      onSelect: () => board.askWhyLost(deal),
    },
    {
      kind: 'action',
      label: 'Delete deal',
      icon: <Trash2 className="i" aria-hidden />,
      danger: true,
      onSelect: () => board.askDelete(deal),
    },
  ];
  return (
    <Menu
      trigger={
        phone ? (
          <IconButton
            ref={button}
            label={`More options for ${deal.title}: other stages, edit`}
            tip="More"
            variant="default"
          >
            <Ellipsis className="i" aria-hidden />
          </IconButton>
        ) : (
          <IconButton ref={button} className="deal-more" label={`Move or edit ${deal.title}`} tip="Move or edit">
            <MoveHorizontal className="i" aria-hidden />
          </IconButton>
        )
      }
      entries={entries}
      title={deal.title}
    />
  );
}
