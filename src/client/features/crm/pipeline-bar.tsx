import { Ellipsis, Plus } from 'lucide-react';
import { usePhone } from '../../lib/media.ts';
import { useMay } from '../../lib/role.ts';
import { Link } from '../../lib/router.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/input.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { useCrmAddress } from './crm-address.ts';
import type { Board } from './use-board.ts';

interface PipelineBarProps {
  board: Board;
  onDelete: () => void;
}

/** The organization's pipelines as tabs, or as a select on phones, with the actions for the displayed pipeline. */
export function PipelineBar({ board: { pipeline, pipelines }, onDelete }: PipelineBarProps) {
  const phone = usePhone();
  const { linkTo, choose, open } = useCrmAddress();
  const { manage } = useMay();
  const add: MenuEntry = { kind: 'action', label: 'New pipeline', onSelect: () => open('new-pipeline') };
  const menu = manage && (
    <Menu
      trigger={
        <IconButton
          label={`More options for ${pipeline.name}: edit stages, delete`}
          tip="More"
          variant={phone ? 'default' : 'quiet'}
        >
          <Ellipsis className="i" aria-hidden />
        </IconButton>
      }
      title={pipeline.name}
      entries={[
        ...(phone ? [add] : []),
        { kind: 'action', label: 'Edit pipeline', onSelect: () => open('pipeline') },
        { kind: 'action', label: 'Delete pipeline', danger: true, onSelect: onDelete },
      ]}
    />
  );
  if (phone)
    return (
      <div className="row gap-2">
        <Select
          aria-label="Pipeline"
          value={pipeline.id}
          onChange={(event) => choose({ pipeline: event.target.value, stage: null })}
        >
          {pipelines.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        {menu}
      </div>
    );
  return (
    <div className="row gap-2">
      <nav className="seg" aria-label="Pipelines">
        {pipelines.map(({ id, name }) => (
          <Link
            key={id}
            to={linkTo({ pipeline: id, stage: null })}
            keepScroll
            aria-current={id === pipeline.id ? 'true' : undefined}
          >
            <span className="cut">{name}</span>
          </Link>
        ))}
        {manage && (
          <button type="button" aria-label="New pipeline" data-tip="New pipeline" onClick={() => open('new-pipeline')}>
            <Plus className="i" aria-hidden />
          </button>
        )}
      </nav>
      {menu}
    </div>
  );
}
