import { STAGES } from '#shared/features/reports/figure.rules.ts';
import type { ReportFigures, ReportView } from '#shared/features/reports/reports.schema.ts';
import { sourceLabel } from '#shared/features/leads/source.rules.ts';
import type { ChartProps, Column, Mark } from './chart-values.ts';
import { ageLines, ageText, monthLines, monthsFrom, monthText, STAGE_LABEL } from './report-words.ts';

/** A card with a chart: its shape and values, and the sentence to show if there's nothing to draw. */
export interface ChartCard extends ChartProps {
  shape: 'rails' | 'pickets';
  none: string;
  /** Whether the card takes up the full page width, because it has many pickets. */
  wide?: boolean;
  /** Whether this card has the form for entering the costs of lead sources. */
  takesCosts?: boolean;
}

type LinkTo = (figure: string) => string;
interface Group {
  leads: number;
  won: number;
  wonCents: number | null;
}

const LEADS: Column = { head: 'Leads', kind: 'count' };
const WON_VALUE: Column = { head: 'Won value', kind: 'money' };
const GROUP: readonly Column[] = [LEADS, { head: 'Won', kind: 'count' }, { head: 'Rate', kind: 'rate' }, WON_VALUE];
const NO_LEADS = 'No leads in this period.';
const ZIPS_SHOWN = 12;
/** A card with more months than this takes up the full page width. */
const NARROW_MONTHS = 10;

/** A card's approximate height in pixels. */
export const heightOf = ({ shape, marks, takesCosts }: ChartCard): number =>
  (marks.length === 0 ? 80 : shape === 'pickets' ? 320 : 130 + marks.length * 52) + (takesCosts ? 120 : 0);

const groupMark = (name: string, { leads, won, wonCents }: Group, to: string): Mark => ({
  name,
  size: leads,
  values: [leads, won, leads === 0 ? null : won / leads, wonCents],
  to,
});
const rails = (card: Pick<ChartCard, 'title' | 'of' | 'marks'> & Partial<ChartCard>): ChartCard => ({
  shape: 'rails',
  columns: GROUP,
  unit: 'count',
  none: NO_LEADS,
  ...card,
});

const funnel = ({ funnel: reached }: ReportFigures, linkTo: LinkTo): ChartCard =>
  rails({
    title: 'How far leads get',
    of: 'Step',
    columns: [LEADS],
    marks: STAGES.map((stage, place) => {
      const [here, before] = [reached[stage], reached[STAGES[place - 1] ?? stage]];
      return {
        name: STAGE_LABEL[stage],
        size: here,
        values: [here],
        before,
        to: linkTo(`funnel.${stage}`),
      };
    }),
  });

const sources = ({ bySource, advanced }: ReportView, linkTo: LinkTo): ChartCard =>
  rails({
    title: 'Where leads come from',
    of: 'Source',
    columns: advanced ? GROUP : GROUP.slice(0, 3),
    marks: bySource
      .filter(({ leads }) => leads > 0)
      .map(({ source, ...group }) => groupMark(sourceLabel(source), group, linkTo(`source:${source}`))),
  });

/** The costs by source. 'Return' is the revenue per dollar spent. */
const costs = ({ bySource }: ReportFigures, linkTo: LinkTo): ChartCard =>
  rails({
    title: 'What sources cost',
    of: 'Source',
    columns: [{ head: 'Cost', kind: 'money' }, WON_VALUE, { head: 'Return', kind: 'times' }],
    unit: 'money',
    none: 'No costs entered for this period.',
    takesCosts: true,
    marks: bySource.flatMap(({ source, costCents, wonCents }) =>
      costCents
        ? [
            {
              name: sourceLabel(source),
              size: costCents,
              values: [costCents, wonCents, wonCents === null ? null : wonCents / costCents],
              to: linkTo(`source:${source}`),
            },
          ]
        : [],
    ),
  });

const groups = ({ byMaterial, byZip, byPerson }: ReportFigures, linkTo: LinkTo): ChartCard[] => [
  rails({
    title: 'Material',
    of: 'Material',
    marks: (byMaterial ?? []).map((one) => groupMark(one.materialType, one, linkTo(`material:${one.materialType}`))),
  }),
  rails({
    title: 'ZIP code',
    of: 'ZIP code',
    marks: (byZip ?? []).slice(0, ZIPS_SHOWN).map((one) => groupMark(one.zip, one, linkTo(`zip:${one.zip}`))),
  }),
  rails({
    title: 'Person',
    of: 'Person',
    marks: (byPerson ?? []).map((one) => groupMark(one.name, one, linkTo(`user:${one.userId}`))),
  }),
];

const steps = (all: NonNullable<ReportFigures['steps']>, linkTo: LinkTo): ChartCard => ({
  title: 'Which follow-up gets replies',
  of: 'Follow-up',
  shape: 'pickets',
  columns: [
    { head: 'Replies', kind: 'count' },
    { head: 'Sent', kind: 'count' },
  ],
  unit: 'count',
  none: 'No follow-ups were sent to these leads.',
  marks: all.map(({ step, sent, replies }) => ({
    name: `Message ${step}`,
    size: replies,
    of: sent,
    label: `${replies} of ${sent}`,
    values: [replies, sent],
    to: linkTo(`step:${step}`),
  })),
});

const owed = (all: NonNullable<ReportFigures['outstanding']>, linkTo: LinkTo): ChartCard => ({
  title: 'Amount owed, by days since signing',
  of: 'Age',
  shape: 'pickets',
  columns: [{ head: 'Owed', kind: 'money' }, LEADS],
  unit: 'money',
  none: 'Nothing is owed.',
  marks: all.every(({ leads }) => leads === 0)
    ? []
    : all.map(({ from, to, leads, cents }) => ({
        name: ageText(from, to),
        lines: ageLines(from, to),
        size: cents,
        values: [cents, leads],
        to: linkTo(`outstanding:${from}`),
      })),
});

function months(all: NonNullable<ReportFigures['depositedByMonth']>, linkTo: LinkTo, now: string): ChartCard {
  const received = new Map(all.map(({ month, cents }) => [month, cents]));
  const shown = monthsFrom(all[0]?.month, all.at(-1)?.month);
  return {
    title: 'Money received by month',
    of: 'Month',
    shape: 'pickets',
    columns: [{ head: 'Received', kind: 'money' }],
    unit: 'money',
    none: 'No payments were received from these leads.',
    wide: shown.length > NARROW_MONTHS,
    marks: shown.map((month) => {
      const cents = received.get(month) ?? 0;
      return {
        name: monthText(month),
        lines: monthLines(month, month === shown[0]),
        size: cents,
        values: [cents],
        to: linkTo(`deposited:${month}`),
        current: now.startsWith(month),
      };
    }),
  };
}

const lost = (all: NonNullable<ReportFigures['lostReasons']>, linkTo: LinkTo): ChartCard =>
  rails({
    title: 'Reasons for loss',
    of: 'Reason',
    columns: [{ head: 'Times', kind: 'count' }],
    none: 'No leads were lost.',
    marks: all.map(({ reason, count }) => ({
      name: reason,
      size: count,
      values: [count],
      to: linkTo(`reason:${reason}`),
    })),
  });

/** A report's charts, in order. Charts that the plan doesn't include are left out. */
export const chartsOf = (report: ReportView, linkTo: LinkTo): ChartCard[] => [
  funnel(report, linkTo),
  sources(report, linkTo),
  ...(report.advanced ? [costs(report, linkTo)] : []),
  ...groups(report, linkTo).filter(({ marks }) => marks.length > 0),
  ...(report.steps ? [steps(report.steps, linkTo)] : []),
  ...(report.outstanding ? [owed(report.outstanding, linkTo)] : []),
  ...(report.depositedByMonth ? [months(report.depositedByMonth, linkTo, report.asOf)] : []),
  ...(report.lostReasons ? [lost(report.lostReasons, linkTo)] : []),
];
