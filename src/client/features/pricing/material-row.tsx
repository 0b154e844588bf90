import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { MaterialView } from '#shared/features/pricing/pricing.schema.ts';
import { formatCents, formatSignedCents } from '#shared/primitives/cents.ts';
import { FenceRun } from '../../ui/fence-run.tsx';
import { FieldError } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Switch } from '../../ui/switch.tsx';

/** Draws four eight-foot sections to show what a material looks like. Without a name, draws only the posts. */
export const FourSections = ({ material }: { material: string }) => (
  <div className={material.trim() === '' ? 'material-drawing material-bare' : 'material-drawing'} aria-hidden>
    <FenceRun perimeter={32} gates={0} material={material} width={150} height={62} />
  </div>
);

interface MaterialRowProps {
  material: MaterialView;
  /** The base price as typed. */
  basePriceCents: number;
  /** Shows the material in the widget or no longer shows it. Undefined if the plan shows all materials. */
  onShow: ((shown: boolean) => void) | undefined;
  /** Whether this is the only material. The last one can't be deleted. */
  last: boolean;
  /** Whether the row receives focus because its editor was just closed. */
  focused: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

/** One material: its drawing, name, premium and price per foot. */
export function MaterialRow(props: MaterialRowProps) {
  const { material, basePriceCents, onShow, last, focused, onEdit, onDelete } = props;
  const { name, premiumCents, description, basic } = material;
  const [refused, setRefused] = useState(false);
  const acts = useRef<HTMLDivElement>(null);
  const title = useId();
  useEffect(() => {
    if (focused)
      [...(acts.current?.querySelectorAll('button') ?? [])].find((button) => button.checkVisibility())?.focus();
  }, [focused]);
  const remove = () => (last ? setRefused(true) : onDelete());
  return (
    <li className="material" aria-labelledby={title}>
      <FourSections material={name} />
      <div className="material-words">
        <h3 id={title} className="wrap-anywhere">
          {name}
        </h3>
        {description && <p className="sm muted wrap-anywhere desk">{description}</p>}
        {onShow && (
          <Switch
            label="In your widget"
            aria-label={`In your widget, ${name}`}
            checked={basic}
            onChange={({ target }) => onShow(target.checked)}
          />
        )}
      </div>
      <p className="material-price num">
        <b>{formatCents(basePriceCents + premiumCents)} per ft</b>
        <span className="sm muted">
          {premiumCents === 0 ? 'No premium' : `${formatSignedCents(premiumCents)} per ft`}
        </span>
      </p>
      <div className="material-acts" ref={acts}>
        <IconButton className="desk" label={`Edit ${name}`} tip="Edit" onClick={onEdit}>
          <Pencil className="i" aria-hidden />
        </IconButton>
        <IconButton className="desk" label={`Delete ${name}`} tip="Delete" onClick={remove}>
          <Trash2 className="i" aria-hidden />
        </IconButton>
        {/* If the buttons were side by side, a thumb could hit the wrong one. */}
        <Menu
          trigger={
            <IconButton className="phone" label={`More options for ${name}`} tip="">
              <Ellipsis className="i" aria-hidden />
            </IconButton>
          }
          entries={[
            { kind: 'action', label: 'Edit', icon: <Pencil className="i" aria-hidden />, onSelect: onEdit },
            {
              kind: 'action',
              label: 'Delete',
              icon: <Trash2 className="i" aria-hidden />,
              danger: true,
              onSelect: remove,
            },
          ]}
        />
      </div>
      {refused && last && (
        <div className="material-error">
          <FieldError>Estimates need at least one material. Add another one first.</FieldError>
        </div>
      )}
    </li>
  );
}
