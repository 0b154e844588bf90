import type { ReportFigures, ReportInput } from '#shared/features/reports/reports.schema.ts';
import { STAGES } from '#shared/features/reports/figure.rules.ts';
import { BYTE_ORDER_MARK, writeCsv } from '#shared/features/leads/lead-csv.file.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { type ReportViewer, requireAdvanced } from './asked.ts';
import { reportOverview } from './overview.ts';

/**
 * Returns a report as CSV, one row per figure. The columns are part, name and value. If the report has a comparison,
 * another column has the value in the comparison period. Money is in dollars. Throws UPGRADE_REQUIRED if the plan
 * doesn't include advanced analytics.
 */
export async function reportCsv(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: ReportViewer,
  input: ReportInput,
): Promise<{ csv: string }> {
  await inCompany(deps.db, viewer.companyId, (tx) => requireAdvanced(tx, viewer, { at: deps.clock.now() }));
  const { previous, ...report } = await reportOverview(deps, viewer, input);
  const before = previous && new Map(linesOf(previous).map(({ part, name, value }) => [`${part}\n${name}`, value]));
  const lines = linesOf(report).map(({ part, name, value }) => [
    part,
    name,
    value,
    ...(before ? [before.get(`${part}\n${name}`) ?? ''] : []),
  ]);
  const head = ['Part', 'Name', `${input.from} to ${input.to}`, ...(before ? ['Compared with'] : [])];
  return { csv: BYTE_ORDER_MARK + writeCsv([head, ...lines]) };
}

interface Line {
  part: string;
  name: string;
  value: string;
}

const dollars = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2));
const number = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

function linesOf(figures: ReportFigures): Line[] {
  const summary = {
    Leads: number(figures.leads),
    Won: number(figures.won),
    'Win rate': number(figures.winRate),
    'Won value': dollars(figures.wonCents),
    Outstanding: dollars(figures.outstandingCents),
    Deposited: dollars(figures.depositedCents),
    'First reply, median minutes': number(figures.firstAnswerMinutes?.median),
    'First reply, 90th percentile minutes': number(figures.firstAnswerMinutes?.p90),
  };
  const line = (part: string) => (name: string, value: string) => ({ part, name, value });
  return [
    ...Object.entries(summary).map(([name, value]) => line('Summary')(name, value)),
    ...STAGES.map((stage) => line('Funnel')(stage, number(figures.funnel[stage]))),
    ...figures.bySource.flatMap(({ source, costCents, ...group }) => [
      ...groupLines('Source', source, group),
      line('Source')(`${source}: cost`, dollars(costCents)),
    ]),
    ...(figures.byMaterial ?? []).flatMap(({ materialType, ...group }) => groupLines('Material', materialType, group)),
    ...(figures.byZip ?? []).flatMap(({ zip, ...group }) => groupLines('ZIP code', zip, group)),
    ...(figures.byPerson ?? []).flatMap(({ name, ...group }) => groupLines('Person', name, group)),
    ...(figures.byFirstTouch ?? []).flatMap(({ name, ...group }) => groupLines('First visit', name, group)),
    ...(figures.byLastTouch ?? []).flatMap(({ name, ...group }) => groupLines('Last visit', name, group)),
    ...(figures.steps ?? []).flatMap(({ step, sent, replies }) => [
      line('Follow-up')(`Step ${step}: sent`, number(sent)),
      line('Follow-up')(`Step ${step}: replies`, number(replies)),
    ]),
    ...(figures.lostReasons ?? []).map(({ reason, count }) => line('Reason for loss')(reason, number(count))),
    ...(figures.outstanding ?? []).map(({ from, to, cents }) =>
      line('Outstanding by age')(to === null ? `${from} days and more` : `${from} to ${to} days`, dollars(cents)),
    ),
    ...(figures.depositedByMonth ?? []).map(({ month, cents }) => line('Deposited by month')(month, dollars(cents))),
  ];
}

const groupLines = (
  part: string,
  name: string,
  { leads, sent, won, wonCents }: { leads: number; sent: number; won: number; wonCents: number | null },
): Line[] => [
  { part, name: `${name}: leads`, value: number(leads) },
  { part, name: `${name}: sent`, value: number(sent) },
  { part, name: `${name}: won`, value: number(won) },
  { part, name: `${name}: won value`, value: dollars(wonCents) },
];
