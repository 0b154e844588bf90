import { setImmediate as breathe } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { EXPORT_DAYS } from '#shared/features/data-rights/data-rights.rules.ts';
import { BYTE_ORDER_MARK } from '#shared/features/leads/lead-csv.file.ts';
import { DAY, SECOND } from '#shared/primitives/durations.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { asCompany, type SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { type ClaimedExport, finishExport, holdExport, letGoOfExport, storePart } from './export-claims.repository.ts';
import { csvOf, type ExportColumn, textOf } from './export-cells.ts';
import { countRows, type ExportTable, planExport, readmeOf } from './export-plan.ts';
import { historyOf, membersOf } from './history.ts';
import { createZip, type ZipWriter } from './zip-writer.ts';

/** How many rows are in memory at a time. */
const PAGE = 500;
const FILES_PAGE = 10;
const HOLD_EVERY = 5 * SECOND;

type MakeDeps = SystemDeps & Pick<Deps, 'clock' | 'config'>;

/**
 * Makes the zip of all of a company's data, as of one instant, and stores it part by part. Memory doesn't grow with the
 * company. If the process dies, another worker begins again when the lease ends. If `stopping` returns true, another
 * worker may begin at once. Throws LostExport.
 */
export async function makeExport(deps: MakeDeps, claimed: ClaimedExport, stopping: () => boolean): Promise<void> {
  const { system, clock, config } = deps;
  const now = clock.now();
  const history = await historyOf(deps, claimed.companyId);
  const members = await membersOf(deps, claimed.companyId);
  let position = 0;
  const zip = createZip(async (content) => {
    await storePart(system, claimed, { position, content });
    position += 1;
  });
  let held = 0;
  const progress = { done: 0, total: 0 };
  /** Returns false if the worker stops. */
  const go = async (rows: number): Promise<boolean> => {
    progress.done += rows;
    await breathe();
    if (Date.now() - held > HOLD_EVERY) {
      await holdExport(system, claimed, progress);
      held = Date.now();
    }
    return !stopping();
  };
  const complete = await system
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((systemTx) =>
      asCompany(systemTx, claimed.companyId, async (tx) => {
        const tables = await planExport(tx, claimed.companyId);
        progress.total = await countRows(tx, tables);
        const { name } = await tx
          .selectFrom('company_profiles')
          .select('name')
          .where('id', '=', claimed.companyId)
          .executeTakeFirstOrThrow();
        await addText(zip, 'README.txt', readmeOf({ product: config.PRODUCT_NAME, company: name, at: now }, tables));
        for (const table of tables) if (!(await addTable(tx, zip, table, go))) return false;
        // Accounts and the audit log aren't the company's own rows.
        await addText(zip, 'members.csv', smallCsv(MEMBERS, members));
        await addText(zip, 'history.csv', smallCsv(HISTORY, history));
        return addFiles(tx, zip, go);
      }),
    );
  if (!complete) {
    await letGoOfExport(system, claimed);
    return;
  }
  await zip.close();
  await finishExport(system, claimed, { now, deletesAt: new Date(now.getTime() + EXPORT_DAYS * DAY) });
}

type Go = (rows: number) => Promise<boolean>;

const text = (name: string): ExportColumn => ({ name, type: 'text' });
const HISTORY = ['at', 'who', 'what'];
const MEMBERS = ['user_id', 'name', 'email', 'role'];

const smallCsv = (head: readonly string[], rows: readonly string[][]): string =>
  BYTE_ORDER_MARK + csvOf(head.map(text), [head, ...rows]);

async function addText(zip: ZipWriter, name: string, content: string): Promise<void> {
  zip.begin(name);
  await zip.add(content);
  await zip.end();
}

/** Yields the rows of a query in pages, through a cursor, so that they're never all in memory. */
async function* pagesOf<Row>(tx: CompanyTx, query: RawBuilder<Row>, size: number): AsyncGenerator<Row[]> {
  await sql`declare exported no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(size)} from exported`.execute(tx);
    if (rows.length > 0) yield rows;
    if (rows.length < size) break;
  }
  await sql`close exported`.execute(tx);
}

async function addTable(tx: CompanyTx, zip: ZipWriter, { name, columns, own }: ExportTable, go: Go): Promise<boolean> {
  zip.begin(`${name}.csv`);
  await zip.add(
    smallCsv(
      columns.map((column) => column.name),
      [],
    ),
  );
  // An array of cells, because names of columns that repeat thousands of times cost memory and time.
  const query = sql<{ cells: (string | null)[] }>`select array[${sql.join(columns.map(textOf))}] as cells
    from ${sql.table(name)} where ${own}`;
  for await (const rows of pagesOf(tx, query, PAGE)) {
    await zip.add(
      csvOf(
        columns,
        rows.map(({ cells }) => cells),
      ),
    );
    if (!(await go(rows.length))) return false;
  }
  await zip.end();
  return true;
}

/** Adds the logos and the stored PDFs, which are compressed already. */
async function addFiles(tx: CompanyTx, zip: ZipWriter, go: Go): Promise<boolean> {
  const query = sql<{ name: string; content: Buffer }>`
    select 'files/logos/' || hash || '.png' as name, content from company_logos
    union all
    select 'files/estimates/' || e.number || '-v' || e.version || '-' || left(p.hash, 8) || '.pdf', p.content
    from estimate_pdfs p join estimates e on e.id = p.estimate_id`;
  for await (const files of pagesOf(tx, query, FILES_PAGE)) {
    for (const { name, content } of files) {
      zip.begin(name, { compressed: false });
      await zip.add(content);
      await zip.end();
    }
    if (!(await go(0))) return false;
  }
  return true;
}
