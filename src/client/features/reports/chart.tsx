import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { type ChartProps, csvValue, formatValue } from './chart-values.ts';
import { PicketChart } from './picket-chart.tsx';
import { RailChart } from './rail-chart.tsx';

interface CardProps extends ChartProps {
  shape: 'rails' | 'pickets';
  /** The message shown if there's nothing to draw. */
  none: string;
  /** Whether the chart can be downloaded. */
  saved: boolean;
  children?: ReactNode;
}

async function saveChart({ title, of, columns, marks }: ChartProps): Promise<void> {
  const { BYTE_ORDER_MARK, writeCsv } = await import('#shared/features/leads/lead-csv.file.ts');
  const head = [of, ...columns.map((column) => column.head)];
  const rows = marks.map(({ name, values }) => [
    name,
    ...columns.map(({ kind }, place) => csvValue(kind, values[place] ?? null)),
  ]);
  saveFile(`${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.csv`, BYTE_ORDER_MARK + writeCsv([head, ...rows]));
}

/** A picket chart's values as a table. Unless `shown` is true, only screen readers get the table. */
function Values({ of, columns, marks, shown }: ChartProps & { shown: boolean }) {
  return (
    <div className={shown ? undefined : 'sr-only'}>
      <table className="chart-values">
        <thead>
          <tr>
            {[of, ...columns.map(({ head }) => head)].map((head) => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {marks.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {columns.map(({ head, kind }, place) => (
                <td key={head} className="num">
                  {formatValue(kind, values[place] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A card with a chart. Rails are for named values, pickets for values over time. */
export function Chart({ shape, none, saved, children, ...chart }: CardProps) {
  const [asTable, setAsTable] = useState(false);
  const { title, marks } = chart;
  return (
    <section className="card pad report-chart" aria-label={title}>
      <div className="row between items-start gap-2">
        <h2 className="grow">{title}</h2>
        {marks.length > 0 && (
          <div className="row chart-acts">
            {shape === 'pickets' && (
              <Button variant="quiet" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
                Table
              </Button>
            )}
            {saved && (
              <IconButton label={`Download ${title} as CSV`} tip="Download CSV" onClick={() => void saveChart(chart)}>
                <Download className="i" aria-hidden />
              </IconButton>
            )}
          </div>
        )}
      </div>
      {marks.length === 0 && <p className="muted">{none}</p>}
      {marks.length > 0 && shape === 'rails' && <RailChart {...chart} />}
      {marks.length > 0 && shape === 'pickets' && (
        <>
          {!asTable && <PicketChart {...chart} />}
          <Values {...chart} shown={asTable} />
        </>
      )}
      {children}
    </section>
  );
}
