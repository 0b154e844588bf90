import { sql } from 'kysely';
import { DOWNLOAD_MINUTES, EXPORTS_A_DAY, exportProgress } from '#shared/features/data-rights/data-rights.rules.ts';
import type { ExportView } from '#shared/features/data-rights/data-rights.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { DAY, MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { asCompany, type SystemDeps } from '../../platform/db/system.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import { readSignedToken, signedToken } from '../../platform/secrets.ts';
import { recordCompanyAct, type TeamActor } from '../team/team-act.ts';

type ExportDeps = SystemDeps & Pick<Deps, 'db' | 'clock' | 'config'>;

const PURPOSE = 'company-export';
const NONE: ExportView = {
  status: 'none',
  progress: 0,
  requestedAt: null,
  finishedAt: null,
  expiresAt: null,
  size: null,
  url: null,
};

/**
 * Asks the worker for a zip of all of the company's data, or returns the one that it's making. Throws RATE_LIMITED after
 * five in 24 hours.
 */
export const requestExport = (deps: ExportDeps, by: TeamActor): Promise<ExportView> =>
  deps.system.transaction().execute(async (tx) => {
    const at = deps.clock.now();
    const { companyId } = by;
    const [view, isNew] = await asCompany(tx, companyId, async (inside) => {
      await inside.selectFrom('company_profiles').select('id').where('id', '=', companyId).forNoKeyUpdate().execute();
      const newest = await findNewest(inside, companyId);
      if (newest?.status === 'waiting' || newest?.status === 'running') return [viewOf(deps, newest), false] as const;
      await refuseTooMany(inside, companyId, at);
      // A zip replaces the one before it.
      await inside
        .updateTable('company_exports')
        .set({ status: 'removed' })
        .where('company_id', '=', companyId)
        .where('status', '=', 'done')
        .execute();
      await inside.deleteFrom('company_export_parts').where('company_id', '=', companyId).execute();
      const row = await inside
        .insertInto('company_exports')
        .values({ company_id: companyId, requested_at: at })
        .returningAll()
        .executeTakeFirstOrThrow();
      return [viewOf(deps, row), true] as const;
    });
    if (isNew) await recordCompanyAct(tx, { by, action: 'data.export_requested', at });
    return view;
  });

async function refuseTooMany(tx: CompanyTx, companyId: CompanyId, now: Date): Promise<void> {
  const recent = await tx
    .selectFrom('company_exports')
    .select('requested_at')
    .where('company_id', '=', companyId)
    .where('requested_at', '>', new Date(now.getTime() - DAY))
    .orderBy('requested_at')
    .execute();
  const [oldest] = recent;
  if (!oldest || recent.length < EXPORTS_A_DAY) return;
  throw new AppError(
    `You’ve exported your data ${EXPORTS_A_DAY} times in 24 hours. Try again tomorrow`,
    'RATE_LIMITED',
    { retryAfter: Math.ceil((oldest.requested_at.getTime() + DAY - now.getTime()) / SECOND) },
  );
}

const findNewest = (tx: CompanyTx, companyId: CompanyId) =>
  tx
    .selectFrom('company_exports')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns the company's newest export. */
export const readExport = (deps: Pick<ExportDeps, 'db' | 'config'>, companyId: CompanyId): Promise<ExportView> =>
  inCompany(deps.db, companyId, async (tx) => {
    const newest = await findNewest(tx, companyId);
    return newest ? viewOf(deps, newest) : NONE;
  });

function viewOf({ config }: Pick<ExportDeps, 'config'>, row: RowOf<'company_exports'>): ExportView {
  const { status } = row;
  const isDone = status === 'done';
  const until = Date.now() + DOWNLOAD_MINUTES * MINUTE;
  return {
    status,
    progress: isDone ? 100 : status === 'running' ? exportProgress(row.rows_done, row.rows_total) : 0,
    requestedAt: row.requested_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: isDone ? (row.deletes_at?.toISOString() ?? null) : null,
    size: isDone ? row.size : null,
    url: isDone ? `/exports/${signedToken(`${row.id} ${until}`, config.APP_SECRET, PURPOSE)}.zip` : null,
  };
}

export interface ExportDownload {
  size: number;
  /** The company's day of the export, for the file's name. */
  day: string;
  parts: AsyncIterable<Buffer>;
}

/**
 * Returns the zip that a download address is for, if the address is at most 15 minutes old and the export is this
 * company's and hasn't been removed. Records the download. The parts are read one at a time.
 */
export async function openExport(deps: ExportDeps, by: TeamActor, token: string): Promise<ExportDownload | undefined> {
  const [id, until] = readSignedToken(token, deps.config.APP_SECRET, PURPOSE)?.split(' ') ?? [];
  if (id === undefined || !(Number(until) > Date.now())) return undefined;
  const found = await deps.system.transaction().execute(async (tx) => {
    const at = deps.clock.now();
    const row = await asCompany(tx, by.companyId, (inside) =>
      inside
        .selectFrom('company_exports')
        .innerJoin('company_profiles', 'company_profiles.id', 'company_exports.company_id')
        .select(['company_exports.size'])
        .select(sql<string>`to_char(finished_at at time zone time_zone, 'YYYY-MM-DD')`.as('day'))
        .where('company_exports.company_id', '=', by.companyId)
        .where('company_exports.id', '=', id)
        .where('company_exports.status', '=', 'done')
        .where('company_exports.deletes_at', '>', at)
        .executeTakeFirst(),
    );
    if (row) await recordCompanyAct(tx, { by, action: 'data.export_downloaded', at });
    return row;
  });
  return found && { ...found, parts: partsOf(deps, by.companyId, id) };
}

async function* partsOf({ db }: Pick<Deps, 'db'>, companyId: CompanyId, id: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const part = await inCompany(db, companyId, (tx) =>
      tx
        .selectFrom('company_export_parts')
        .select('content')
        .where('company_id', '=', companyId)
        .where('export_id', '=', id)
        .where('position', '=', position)
        .executeTakeFirst(),
    );
    if (!part) return;
    yield part.content;
  }
}
