import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { inputName } from './estimate-form.rules.ts';
import { type OptionForm, optionPath } from './estimate-options.rules.ts';
import { copyRow, moveRow, type Row, ROW_LIMITS, type RowList, withRow } from './fence-form.rules.ts';
import { type EstimateFormState, UNDO } from './use-estimate-form.ts';

/** What the rows of one option can do. It stays the same, so that a key stroke renders only the row that it's in. */
export interface RowActs {
  edit: (field: string, change: (option: OptionForm) => OptionForm) => void;
  arrange: (change: (option: OptionForm) => OptionForm, focus?: string) => void;
  leave: (field: string, text: string) => void;
  remove: (place: { list: RowList; row: number; label: string; focus: string }) => void;
  enter: () => void;
}

/** Returns the acts of the option at `at`. They always call the newest state. */
export const useRowActs = (at: number, state: EstimateFormState, onEnter: (() => void) | undefined): RowActs => {
  const newest = useRef({ state, onEnter });
  useLayoutEffect(() => {
    newest.current = { state, onEnter };
  });
  const [acts] = useState((): RowActs => ({
    edit: (field, change) => newest.current.state.edit(at, field, change),
    arrange: (change, focus) => newest.current.state.arrange(at, change, focus),
    leave: (field, text) => newest.current.state.leave(optionPath(at, field), text),
    remove: (place) => newest.current.state.removeRow(at, place),
    enter: () => newest.current.onEnter?.(),
  }));
  return acts;
};

export const NO_ERRORS: FieldErrors = {};

/** Returns the errors below a path: for 'runs.2', that of 'runs.2.feet' as 'feet'. */
export const errorsBelow = (errors: FieldErrors, path: string): FieldErrors => {
  const own = Object.entries(errors).filter(([each]) => each.startsWith(`${path}.`));
  return own.length === 0
    ? NO_ERRORS
    : Object.fromEntries(own.map(([each, words]) => [each.slice(path.length + 1), words]));
};

/** Whether a row's properties are the same. Its errors are compared by content. */
export const isSameRow = <P extends object>(before: P, after: P): boolean =>
  (Object.keys(after) as (keyof P)[]).every((name) => {
    if (before[name] === after[name]) return true;
    return name === 'errors' && JSON.stringify(before[name]) === JSON.stringify(after[name]);
  });

/** Properties that every row has. */
export interface RowProps<List extends RowList> {
  value: Row<List>;
  /** The row's index in its list, and how many rows the list has. */
  row: number;
  count: number;
  /** The path of the list, such as 'options.1.runs'. */
  path: string;
  errors: FieldErrors;
  acts: RowActs;
}

/** Returns what connects an input of a row to its text. */
export const bindRow = <List extends RowList>(
  list: List,
  { value, row, path, acts }: Pick<RowProps<List>, 'value' | 'row' | 'path' | 'acts'>,
) => {
  const set = (field: string, change: Partial<Row<List>>) =>
    acts.edit(`${list}.${row}.${field}`, (option) => withRow(option, list, { at: row, change }));
  /** `name` is the server's name of the field, if it differs. */
  const bind = (field: keyof Row<List> & string, name: string = field) => {
    const text = value[field] as string;
    return {
      name: inputName(`${path}.${row}.${name}`),
      value: text,
      onChange: (event: { target: { value: string } }) =>
        set(name, { [field]: event.target.value } as unknown as Partial<Row<List>>),
      onBlur: () => acts.leave(`${list}.${row}.${name}`, text),
      onFocus: acts.enter,
    };
  };
  return { set, bind };
};

interface RowHeadProps {
  list: RowList;
  row: number;
  count: number;
  /** The row's name, such as 'Run 2'. */
  name: string;
  /** What the row costs. Undefined if it isn't known, or isn't shown. */
  cents?: number | undefined;
  acts: RowActs;
  /** The field to focus after the row was copied or put back. */
  focus: string;
  /** Whether rows have an order that is shown to the homeowner. */
  ordered?: boolean;
  /** Whether the row can be removed. */
  removable?: boolean;
}

/** A row's name, its price, and buttons that move, copy and remove it. */
export function RowHead(props: RowHeadProps) {
  const { list, row, count, name, cents, acts, focus, ordered = true, removable = true } = props;
  const mover = (by: -1 | 1) => {
    const isEnd = row + by < 0 || row + by >= count;
    const Icon = by < 0 ? ArrowUp : ArrowDown;
    return (
      <IconButton
        label={`Move ${name} ${by < 0 ? 'up' : 'down'}`}
        tip={by < 0 ? 'Move up' : 'Move down'}
        aria-disabled={isEnd || undefined}
        onMouseDown={keepFocus}
        onClick={() => !isEnd && acts.arrange((option) => moveRow(option, list, { at: row, by }))}
      >
        <Icon className="i" aria-hidden />
      </IconButton>
    );
  };
  return (
    <div className="est-row-head">
      <h4 className="grow wrap-anywhere">{name}</h4>
      {cents !== undefined && <b className="num">{formatCents(cents)}</b>}
      <span className="est-row-acts">
        {ordered && count > 1 && (
          <>
            {mover(-1)}
            {mover(1)}
          </>
        )}
        {count < ROW_LIMITS[list] && (
          <IconButton
            label={`Copy ${name}`}
            tip="Copy"
            onMouseDown={keepFocus}
            onClick={() => acts.arrange((option) => copyRow(option, list, row), `${list}.${row + 1}.${focus}`)}
          >
            <Copy className="i" aria-hidden />
          </IconButton>
        )}
        {removable && (
          <IconButton
            label={`Remove ${name}`}
            tip="Remove"
            onMouseDown={keepFocus}
            onClick={() => acts.remove({ list, row, label: name, focus: `${list}.${row}.${focus}` })}
          >
            <Trash2 className="i" aria-hidden />
          </IconButton>
        )}
      </span>
    </div>
  );
}

interface RemovedNoteProps {
  state: EstimateFormState;
  list: RowList | 'options';
  at?: number;
}

/** Says what was removed from a list, with a button that puts it back. */
export function RemovedNote({ state, list, at }: RemovedNoteProps) {
  const { removed } = state;
  if (!removed || removed.list !== list || (at !== undefined && removed.at !== at)) return null;
  return (
    <div className="row between" role="status">
      <span className="sm muted wrap-anywhere">{removed.label} removed.</span>
      <Button variant="quiet" name={UNDO} onMouseDown={keepFocus} onClick={state.putBack}>
        Undo
      </Button>
    </div>
  );
}

/** Says that a list has as many rows as it may have. */
export const ListFull = ({ list, children }: { list: RowList; children: ReactNode }) => (
  <p className="sm muted">
    {children} has at most {ROW_LIMITS[list]}.
  </p>
);
