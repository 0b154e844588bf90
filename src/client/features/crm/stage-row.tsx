import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { MAX_STAGE_NAME } from '#shared/features/crm/crm.limits.ts';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import { mayRemove, moveRow, type StageRow } from './stages.rules.ts';

interface StageRowProps {
  rows: readonly StageRow[];
  index: number;
  error: string | undefined;
  /** `focus` names the control to focus next, because the pressed control may disappear or move. */
  onChange: (rows: StageRow[], focus?: string) => void;
  /** Called on each change to the stage's name. */
  onType: () => void;
}

/** One stage in the editor: its name, its position, and a button to remove it. */
export function StageRowField({ rows, index, error, onChange, onType }: StageRowProps) {
  const row = rows[index];
  if (!row) return null;
  const what = row.name.trim() || `stage ${index + 1}`;
  const last = rows[index + 1]?.won === true;
  const move = (by: -1 | 1) => {
    const atEdge = by === -1 ? index === 1 : rows[index + 2]?.won === true;
    onChange(moveRow(rows, index, by), `${row.key} ${(by === -1) === atEdge ? 'down' : 'up'}`);
  };
  return (
    <li className="row items-start gap-2">
      <Field className="grow" label={<span className="sr-only">Stage {index + 1}</span>} error={error}>
        <Input
          value={row.name}
          maxLength={MAX_STAGE_NAME}
          autoComplete="off"
          name={row.key}
          onChange={(event) => {
            onType();
            onChange(rows.with(index, { ...row, name: event.target.value }));
          }}
        />
      </Field>
      {row.won ? (
        <p className="sm muted mt-1.5 h-[44px] w-[148px] content-center pl-3 md:w-[136px]">Last stage</p>
      ) : (
        <div className="row mt-1.5 h-[44px] w-[148px] gap-2 md:w-[136px]">
          <IconButton label={`Move ${what} up`} name={`${row.key} up`} disabled={index === 0} onClick={() => move(-1)}>
            <ArrowUp className="i" aria-hidden />
          </IconButton>
          <IconButton label={`Move ${what} down`} name={`${row.key} down`} disabled={last} onClick={() => move(1)}>
            <ArrowDown className="i" aria-hidden />
          </IconButton>
          {mayRemove(rows, row) && (
            <IconButton
              label={`Remove ${what}`}
              onClick={() => onChange(rows.toSpliced(index, 1), rows[index + 1]?.key)}
            >
              <Trash2 className="i" aria-hidden />
            </IconButton>
          )}
        </div>
      )}
    </li>
  );
}
