import { percent } from '#shared/features/reports/figure-words.ts';
import { STAGES } from '#shared/features/reports/figure.rules.ts';
import type { ReportView } from '#shared/features/reports/reports.schema.ts';
import { sourceLabel } from '#shared/features/leads/source.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { useMay } from '../../lib/role.ts';
import { type Bar, Chart } from './chart.tsx';
import { CostForm } from './cost-form.tsx';
import { ageText, STAGE_LABEL } from './report-words.ts';

type LinkTo = (figure: string) => string;
interface Group {
  leads: number;
  won: number;
  wonCents: number | null;
}

const count = (value: number): string => value.toLocaleString('en-US');
const money = (value: number | null): string => (value === null ? '' : formatCents(value));
const HEADS = ['Leads', 'Won', 'Won value'];
const NO_LEADS = 'No leads in these days.';

const groupBar = (name: string, { leads, won, wonCents }: Group, to: string): Bar => ({
  name,
  size: leads,
  values: [count(leads), `${count(won)} (${percent(leads === 0 ? null : won / leads)})`, money(wonCents)],
  to,
});

function Funnel({ report, linkTo }: { report: ReportView; linkTo: LinkTo }) {
  const bars = STAGES.map((stage, place) => {
    const here = report.funnel[stage];
    const before = report.funnel[STAGES[place - 1] ?? stage];
    return {
      name: STAGE_LABEL[stage],
      size: here,
      values: [count(here), place === 0 ? '' : count(before - here)],
      to: linkTo(`funnel.${stage}`),
    };
  });
  return <Chart title="How far leads get" of="Step" heads={['Leads', 'Lost before']} bars={bars} none={NO_LEADS} />;
}

function Sources({ report, linkTo }: { report: ReportView; linkTo: LinkTo }) {
  const heads = report.advanced ? HEADS : HEADS.slice(0, 2);
  const bars = report.bySource
    .filter(({ leads }) => leads > 0)
    .map(({ source, ...group }) => groupBar(sourceLabel(source), group, linkTo(`source:${source}`)));
  return (
    <Chart
      title="Where leads come from"
      of="Source"
      heads={heads}
      bars={bars.map((bar) => ({ ...bar, values: bar.values.slice(0, heads.length) }))}
      none={NO_LEADS}
    />
  );
}

function Costs({ report, linkTo }: { report: ReportView; linkTo: LinkTo }) {
  const { manage } = useMay();
  return (
    <Chart
      title="What sources cost"
      of="Source"
      heads={['Cost', 'Won value', 'Return']}
      none="No costs entered for these days."
      bars={report.bySource
        .filter(({ costCents }) => costCents)
        .map(({ source, costCents, ...group }) => ({
          name: sourceLabel(source),
          size: costCents ?? 0,
          values: [money(costCents), money(group.wonCents), back(group, costCents)],
          to: linkTo(`source:${source}`),
        }))}
    >
      {manage && <CostForm sources={report.bySource.map(({ source }) => source)} />}
    </Chart>
  );
}

/** What came back for each dollar spent, such as '4.2×'. */
const back = ({ wonCents }: Group, costCents: number | null): string =>
  costCents && wonCents !== null ? `${Math.round((wonCents / costCents) * 10) / 10}×` : '';

/** Every chart of a report; those that the plan lacks are left out. */
export function ReportCharts({ report, linkTo }: { report: ReportView; linkTo: LinkTo }) {
  const groups = (title: string, of: string, bars: readonly Bar[] | undefined) =>
    bars && bars.length > 0 && <Chart title={title} of={of} heads={HEADS} bars={bars} none={NO_LEADS} />;
  return (
    <div className="report-charts">
      <Funnel report={report} linkTo={linkTo} />
      <Sources report={report} linkTo={linkTo} />
      {report.advanced && <Costs report={report} linkTo={linkTo} />}
      {groups(
        'Material',
        'Material',
        report.byMaterial?.map((one) => groupBar(one.materialType, one, linkTo(`material:${one.materialType}`))),
      )}
      {groups(
        'ZIP code',
        'ZIP code',
        report.byZip?.slice(0, 12).map((one) => groupBar(one.zip, one, linkTo(`zip:${one.zip}`))),
      )}
      {groups(
        'Person',
        'Person',
        report.byPerson?.map((one) => groupBar(one.name, one, linkTo(`user:${one.userId}`))),
      )}
      {report.steps && (
        <Chart
          title="Which follow-up gets the reply"
          of="Follow-up"
          heads={['Replies', 'Sent']}
          none="No follow-ups were sent to these leads."
          bars={report.steps.map(({ step, sent, replies }) => ({
            name: `Message ${step}`,
            size: replies,
            values: [count(replies), count(sent)],
            to: linkTo(`step:${step}`),
          }))}
        />
      )}
      {report.outstanding && (
        <Chart
          title="What is owed, by days since the signature"
          of="Age"
          heads={['Owed', 'Leads']}
          none="Nothing is owed."
          bars={report.outstanding.map(({ from, to, leads, cents }) => ({
            name: ageText(from, to),
            size: cents,
            values: [money(cents), count(leads)],
          }))}
        />
      )}
      {report.depositedByMonth && (
        <Chart
          title="Money received by month"
          of="Month"
          heads={['Received']}
          none="Nothing was received from these leads."
          bars={report.depositedByMonth.map(({ month, cents }) => ({
            name: month,
            size: Math.max(0, cents),
            values: [money(cents)],
          }))}
        />
      )}
      {report.lostReasons && (
        <Chart
          title="Reasons for loss"
          of="Reason"
          heads={['Times']}
          none="No lead was lost."
          bars={report.lostReasons.map(({ reason, count: times }) => ({
            name: reason,
            size: times,
            values: [count(times)],
            to: linkTo(`reason:${reason}`),
          }))}
        />
      )}
    </div>
  );
}
