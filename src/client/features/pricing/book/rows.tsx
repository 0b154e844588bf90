import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { keepFocus } from '../../../ui/keep-focus.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

interface RowsProps<Row> {
  rows: readonly Row[];
  /** The largest number of rows. */
  most: number;
  /** Returns a row's name for its button, such as 'Cedar at 6 ft'. */
  nameOf: (row: Row, index: number) => string;
  addLabel: string;
  onAdd: () => void;
  /** Whether a row can be removed. By default, each can. */
  mayRemove?: (row: Row) => boolean;
  onRemove: (index: number) => void;
  children: (row: Row, index: number) => ReactNode;
}

/** A list of rows in the price book, each with a button that removes it, and a button that adds one. */
export function Rows<Row>(props: RowsProps<Row>) {
  const { rows, most, nameOf, addLabel, onAdd, mayRemove = () => true, onRemove, children } = props;
  return (
    <>
      <ul className="book-rows">
        {rows.map((row, index) => (
          // The rows have no ids, and every field shows its value from the form.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="book-row">
            <div className="book-fields">{children(row, index)}</div>
            {mayRemove(row) ? (
              <IconButton
                label={`Remove ${nameOf(row, index)}`}
                onMouseDown={keepFocus}
                onClick={() => onRemove(index)}
              >
                <Trash2 className="i" aria-hidden />
              </IconButton>
            ) : (
              <span className="book-kept" />
            )}
          </li>
        ))}
      </ul>
      {rows.length < most && (
        <div>
          <Button icon={<Plus className="i" aria-hidden />} onMouseDown={keepFocus} onClick={onAdd}>
            {addLabel}
          </Button>
        </div>
      )}
    </>
  );
}
