import type { ReportView } from '#shared/features/reports/reports.schema.ts';
import { useMedia } from '../../lib/media.ts';
import { useMay } from '../../lib/role.ts';
import { Chart } from './chart.tsx';
import { type ChartCard, chartsOf, heightOf } from './chart-cards.ts';
import { CostForm } from './cost-form.tsx';

/**
 * Distributes the cards across columns in order. Each card goes to the shortest column, so that the columns end at
 * about the same height.
 */
export function columnsOf(cards: readonly ChartCard[], count: number): ChartCard[][] {
  const columns = Array.from({ length: count }, () => ({ height: 0, cards: [] as ChartCard[] }));
  for (const card of cards) {
    const shortest = columns.reduce((least, column) => (column.height < least.height ? column : least));
    shortest.cards.push(card);
    shortest.height += heightOf(card);
  }
  return columns.map((column) => column.cards);
}

/** All charts of a report. Charts that the plan doesn't include are left out. */
export function ReportCharts({ report, linkTo }: { report: ReportView; linkTo: (figure: string) => string }) {
  const { manage } = useMay();
  const two = useMedia('(min-width: 1100px)');
  const cards = chartsOf(report, linkTo);
  const chart = (card: ChartCard) => (
    <Chart key={card.title} saved={report.advanced && manage} {...card}>
      {card.takesCosts && manage && <CostForm sources={report.bySource.map(({ source }) => source)} />}
    </Chart>
  );
  return (
    <div className="report-charts">
      {columnsOf(
        cards.filter(({ wide }) => !(two && wide)),
        two ? 2 : 1,
      ).map((column, place) => (
        <div className="report-column" key={place === 0 ? 'left' : 'right'}>
          {column.map(chart)}
        </div>
      ))}
      {two && cards.filter(({ wide }) => wide).map(chart)}
    </div>
  );
}
