import { Fragment, type ReactNode, useRef, type RefObject, useLayoutEffect } from 'react';
import { problemOf } from '../../lib/errors.ts';
import { usePhone } from '../../lib/media.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ShowMore } from '../../ui/show-more.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

const ROW = '[data-row]';

/**
 * Keeps focus in the list when the focused row disappears. Focus moves to the row that takes its place. If the last row
 * disappeared, focus moves to the new last row. If no rows are left, focus moves to the list itself. Rows have
 * `data-row` and `tabIndex={-1}`. `ids` are the displayed rows.
 */
function useRowFocus(list: RefObject<HTMLElement | null>, ids: readonly string[] | undefined) {
  const at = useRef(-1);
  const key = ids?.join();
  useLayoutEffect(() => {
    if (at.current < 0 || document.activeElement !== document.body) return;
    const rows = list.current?.querySelectorAll<HTMLElement>(ROW) ?? [];
    const next = rows[Math.min(at.current, rows.length - 1)] ?? list.current;
    next?.focus({ preventScroll: true });
  }, [list, key]);
  return {
    onFocus: ({ target }: { target: Element }) => {
      const row = target.closest(ROW);
      at.current = row ? [...(list.current?.querySelectorAll(ROW) ?? [])].indexOf(row) : -1;
    },
  };
}

/** A table column. On phones, it's a line of the card. The first column is the row's heading. */
export interface Column<Row> {
  head: string;
  /** The column's width in the table, such as '20%'. */
  width: string;
  cell: (row: Row) => ReactNode;
  /** Aligns numbers to the right. */
  right?: boolean;
  /** Hides the column in the table below 1024 px. The sheet or the card shows its value instead. */
  roomy?: boolean;
  /**
   * Whether this column contains buttons. A card shows them at its end without a label. 'menu' is a single button
   * beside the card's name.
   */
  actions?: boolean | 'menu';
  /** How a card shows the value: in large type above the other lines, as a badge beside the name, or not at all. */
  card?: 'figure' | 'badge' | 'hidden';
}

/** The parts of an infinite query that the list needs. */
interface PagedQuery<Row> {
  data: { pages: readonly { items: readonly Row[] }[] } | undefined;
  error: unknown;
  isPending: boolean;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

interface AdminListProps<Row> {
  /** The table's name for screen readers. */
  label: string;
  query: PagedQuery<Row>;
  columns: readonly Column<Row>[];
  /** Shown if the list is empty. */
  empty: ReactNode;
}

const cellClass = ({ right, actions, roomy }: Pick<Column<never>, 'right' | 'actions' | 'roomy'>) =>
  classes((right || actions) && 'r', roomy && 'roomy') || undefined;

function Table<Row extends { id: string }>({ label, rows, columns }: Rows<Row>) {
  return (
    <div className="card overflow-clip">
      <table className="dense">
        <caption className="sr-only">{label}</caption>
        <colgroup>
          {columns.map(({ head, width, roomy }) => (
            <col key={head} style={{ width }} className={roomy ? 'roomy' : undefined} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ head, ...column }) => (
              <th key={head} scope="col" className={cellClass(column)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-row tabIndex={-1}>
              {columns.map(({ head, cell, ...column }) => (
                <td key={head} className={cellClass(column)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Rows<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
}

function Cards<Row extends { id: string }>({ label, rows, columns }: Rows<Row>) {
  const [name, ...facts] = columns;
  const figures = facts.filter(({ card }) => card === 'figure');
  const lines = facts.filter(({ actions, card }) => !actions && !card);
  return (
    <ul className="stack gap-3" aria-label={label}>
      {rows.map((row) => (
        <li key={row.id} className="card densecard" data-row tabIndex={-1}>
          <div className="row between items-start">
            <div className="densename grow">{name?.cell(row)}</div>
            {facts
              .filter(({ actions, card }) => actions === 'menu' || card === 'badge')
              .map(({ head, cell }) => (
                <Fragment key={head}>{cell(row)}</Fragment>
              ))}
          </div>
          {figures.length > 0 && (
            <dl className="figurelist">
              {figures.map(({ head, cell }) => (
                <div key={head}>
                  <dt>{head}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
            </dl>
          )}
          {lines.length > 0 && (
            <dl className="densefacts">
              {lines.map(({ head, cell }) => (
                <div key={head}>
                  <dt>{head}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
            </dl>
          )}
          {facts
            .filter(({ actions }) => actions === true)
            .map(({ head, cell }) => (
              <div key={head} className="row flex-wrap gap-2">
                {cell(row)}
              </div>
            ))}
        </li>
      ))}
    </ul>
  );
}

/**
 * A list in the Admin Panel: a dense table from 768 px up, cards below that. It has loading, empty and error states.
 */
export function AdminList<Row extends { id: string }>({ label, query, columns, empty }: AdminListProps<Row>) {
  const phone = usePhone();
  const rows = query.data?.pages.flatMap((page) => page.items);
  const List = phone ? Cards<Row> : Table<Row>;
  const list = useRef<HTMLDivElement>(null);
  const focus = useRowFocus(
    list,
    rows?.map(({ id }) => id),
  );
  return (
    <div className="stack" role="group" aria-label={label} tabIndex={-1} ref={list} {...focus}>
      {query.error !== null && (
        <Banner action={<Button onClick={() => query.refetch()}>Try again</Button>}>
          {problemOf(query.error).message}
        </Banner>
      )}
      {query.isPending && query.error === null && (
        <div className="card px-5">
          <SkeletonRows rows={6} height={phone ? 150 : 56} label={`Loading ${label}`} />
        </div>
      )}
      {rows?.length === 0 && <div className="card">{empty}</div>}
      {rows && rows.length > 0 && (
        <div className="stack" aria-busy={query.isPlaceholderData}>
          <List label={label} rows={rows} columns={columns} />
          <ShowMore query={query} />
        </div>
      )}
    </div>
  );
}

/** A first line and a smaller second line. Lines that are too long are cut off, and a tooltip shows the full text. */
export function TwoLines({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <>
      <span className="line1">{first}</span>
      {second !== undefined && second !== null && <small>{second}</small>}
    </>
  );
}
