import { Download } from 'lucide-react';
import { duration, percent } from '#shared/features/reports/figure-words.ts';
import type { ReportFigures, ReportView } from '#shared/features/reports/reports.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { problemOf } from '../../lib/errors.ts';
import { Link } from '../../lib/router.tsx';
import { useMay } from '../../lib/role.ts';
import { saveFile } from '../../lib/save-file.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { FigureLeads } from './figure-leads.tsx';
import { AgentTalks, OffersMade } from './more-figures.tsx';
import { ReportCharts } from './report-charts.tsx';
import { ReportChoices } from './report-choices.tsx';
import { periodText } from './report-words.ts';
import { inputOf, type ReportsAddress, useReportsAddress } from './reports-address.ts';
import './reports.css';

interface StripFigure {
  name: string;
  figure: string;
  /** Whether this is one of the main figures at the top of the page. */
  main?: boolean;
  of: (figures: ReportFigures) => string | null;
}

const cents = (value: number | null): string | null => (value === null ? null : formatCents(value));
const STRIP: readonly StripFigure[] = [
  { name: 'Won value', figure: 'won', main: true, of: ({ wonCents }) => cents(wonCents) },
  { name: 'Received', figure: 'deposited', main: true, of: ({ depositedCents }) => cents(depositedCents) },
  { name: 'Still owed', figure: 'outstanding', main: true, of: ({ outstandingCents }) => cents(outstandingCents) },
  { name: 'Leads', figure: 'leads', of: ({ leads }) => leads.toLocaleString('en-US') },
  { name: 'Win rate', figure: 'won', of: ({ winRate }) => percent(winRate) },
  {
    name: 'Median time to first reply',
    figure: 'answered',
    of: ({ firstAnswerMinutes: answer, answered }) =>
      answered === null ? null : answer ? duration(answer.median) : 'None yet',
  },
  {
    name: '90% of first replies within',
    figure: 'answered',
    of: ({ firstAnswerMinutes: answer, answered }) =>
      answered === null ? null : answer ? duration(answer.p90) : 'None yet',
  },
];

/** The main figures, each a link to its leads. */
function Strip({ report, linkTo }: { report: ReportView; linkTo: (figure: string) => string }) {
  return (
    <dl className="report-strip" aria-label="Figures">
      {STRIP.map(({ name, figure, main, of }) => {
        const value = of(report);
        if (value === null) return null;
        const before = report.previous && of(report.previous);
        return (
          <div key={name} className={main ? 'report-main' : undefined}>
            <dt>{name}</dt>
            <dd>
              <b className="num">
                <Link to={linkTo(figure)}>{value}</Link>
              </b>
              {before && <span className="sm muted num">before: {before}</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Downloads the report as CSV. */
function ExportButton({ address }: { address: ReportsAddress }) {
  const utils = trpc.useUtils();
  const save = () =>
    utils.analytics.exportCsv.fetch(inputOf(address), { staleTime: 0 }).then(
      ({ csv }) => saveFile(`report-${address.from}-${address.to}.csv`, csv),
      (error: unknown) => toast.error(problemOf(error).message),
    );
  return (
    <Button icon={<Download className="i" aria-hidden />} onClick={() => void save()}>
      Export CSV
    </Button>
  );
}

/**
 * The reports view of Customer Leads. The URL stores the period, the filters, and the figure whose leads are listed.
 */
export default function ReportsView() {
  const address = useReportsAddress();
  if (!address.isTodayKnown) return <SkeletonRows rows={4} height={120} label="Loading reports" />;
  return <Report address={address} />;
}

function Report({ address }: { address: ReportsAddress }) {
  const { from, to, figure, filters, linkTo } = address;
  const { manage } = useMay();
  const query = trpc.analytics.overview.useQuery(inputOf(address), {
    placeholderData: (before) => before,
    staleTime: 10_000,
  });
  const report = query.data;
  const toFigure = (name: string) => linkTo({ figure: name });
  if (figure !== null) return <FigureLeads address={address} figure={figure} />;
  return (
    <div className="stack reports">
      <div>
        <div className="row between gap-2 report-head">
          <h1>Reports</h1>
          {report?.advanced && manage && <ExportButton address={address} />}
        </div>
        <p className="muted">
          Leads created {periodText(from, to)}.{' '}
          <Link className="whitespace-nowrap" to="/dashboard?tab=leads">
            Back to Customer Leads
          </Link>
        </p>
      </div>
      <ReportChoices address={address} advanced={report?.advanced === true} />
      {filters && (
        <p>
          Only some leads are counted.{' '}
          <Link to={linkTo({ source: null, material: null, zip: null, user: null })}>Count all leads</Link>
        </p>
      )}
      {query.isError && (
        <Banner action={<Button onClick={() => void query.refetch()}>Try again</Button>}>
          {problemOf(query.error).message}
        </Banner>
      )}
      {query.isPending && <SkeletonRows rows={4} height={120} label="Loading reports" />}
      {report && (
        <div className="stack" aria-busy={query.isPlaceholderData}>
          {!report.advanced && (
            <Note>
              The Pro and Pay as You Go plans also show how fast you answer, what leads are worth, what you’re owed and
              what each source costs. <Link to="/dashboard?tab=admin&section=account">See the plans</Link>
            </Note>
          )}
          <Strip report={report} linkTo={toFigure} />
          {report.leads === 0 ? (
            <p className="muted">No leads were created in this period. Choose other dates, or share your widget.</p>
          ) : (
            <ReportCharts report={report} linkTo={toFigure} />
          )}
          <AgentTalks from={from} to={to} />
          <OffersMade from={from} to={to} />
        </div>
      )}
    </div>
  );
}
