import { Download } from 'lucide-react';
import type { ExportView } from '#shared/features/data-rights/data-rights.schema.ts';
import { zoneLabel } from '#shared/primitives/zone-label.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatMoment, formatDay } from '../../lib/dates.ts';
import { problemOf, sayFailed } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** How often the progress is read, in milliseconds. */
const LOOK_EVERY = 2_000;
/** The download address works for 15 minutes, so a screen that stays open gets a new one before that. */
const RENEW_EVERY = 600_000;

const isOpen = (status: ExportView['status']): boolean => status === 'waiting' || status === 'running';

const MB = 1_000_000;
const sizeText = (bytes: number): string =>
  bytes < MB ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / MB).toFixed(1)} MB`;

function Progress({ progress }: Pick<ExportView, 'progress'>) {
  return (
    <div className="stack-s" role="status">
      <p>Preparing your data: {progress}%. You can leave this page.</p>
      <progress className="data-progress" aria-label="Progress of the export" max={100} value={progress} />
    </div>
  );
}

function Ready({ finishedAt, expiresAt, size, url }: ExportView) {
  const now = useNow();
  const { zone } = useTimeZone();
  if (url === null || finishedAt === null || expiresAt === null) return null;
  return (
    <div className="row flex-wrap">
      <a className={buttonClass()} href={url} download>
        <Download className="i" aria-hidden />
        Download zip ({sizeText(size ?? 0)})
      </a>
      <p className="sm muted">
        Your data as of {formatMoment(finishedAt, now, zone)}
        {zone && `, ${zoneLabel(zone)}`}. We’ll delete this file on {formatDay(expiresAt, zone)}.
      </p>
    </div>
  );
}

/** Asks for a zip of all of the company's data, shows its progress, and links to it. */
export function ExportPart() {
  const utils = trpc.useUtils();
  const { data, error, refetch } = trpc.company.exportStatus.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.status) ? LOOK_EVERY : RENEW_EVERY),
    staleTime: 0,
  });
  const start = trpc.company.export.useMutation({
    onSuccess: (view) => {
      utils.company.exportStatus.setData(undefined, view);
      void utils.company.auditLog.invalidate();
    },
    onError: (problem) => sayFailed('We couldn’t start the export', problem),
  });
  return (
    <section className="stack" aria-labelledby="export-title">
      <div className="stack-s">
        <h3 id="export-title">Export all data</h3>
        <p className="muted">
          A zip with everything that we store for your company: leads, messages, estimates, signatures, payments and
          settings as CSV files, and your logos and recent PDFs.
        </p>
      </div>
      {error && (
        <Banner action={<Button onClick={() => void refetch()}>Try again</Button>}>{problemOf(error).message}</Banner>
      )}
      {!data && !error && <SkeletonRows rows={1} height={44} label="Loading your export" />}
      {data && (
        <>
          {data.status === 'failed' && <Banner>We couldn’t prepare your data. Start the export again.</Banner>}
          {isOpen(data.status) ? <Progress progress={data.progress} /> : <Ready {...data} />}
          {!isOpen(data.status) && (
            <Button
              className="justify-self-start"
              working={start.isPending}
              workingText="Starting..."
              onClick={() => start.mutate()}
            >
              {data.status === 'done' ? 'Export again' : 'Start export'}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
