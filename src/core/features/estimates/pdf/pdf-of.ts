import { AppError } from '#shared/primitives/app-error.ts';
import { type CompanyTx, inCompany } from '../../../platform/db/app.ts';
import type { Deps } from '../../../platform/deps.ts';
import { errorForLog } from '../../../platform/log-error.ts';
import { findLogoContent } from '../../company/logo.ts';
import { findKeptPdf, keepPdf, type Print, printHash } from './kept-pdfs.repository.ts';
import { drawPdf } from './pdf-drawer.ts';

/** The PDFs that this process is currently rendering, by hash. */
const underWay = new Map<string, Promise<Buffer>>();

/**
 * Returns the stored PDF, or renders it if it isn't stored. Concurrent calls for the same PDF share one rendering.
 * Calls `count` before rendering. If `count` throws RATE_LIMITED, only that caller is refused. Throws
 * PROVIDER_UNAVAILABLE (`drawPdf`).
 */
export async function pdfOf(
  deps: Pick<Deps, 'db' | 'clock' | 'logger'>,
  print: Print,
  count: () => Promise<void>,
): Promise<Buffer> {
  const key = printHash(print);
  for (let mine = underWay.get(key); mine; mine = underWay.get(key)) {
    try {
      return await mine;
    } catch (error) {
      // The caller that started rendering may have reached its rate limit. This caller has a separate limit.
      if (!(error instanceof AppError && error.code === 'RATE_LIMITED')) throw error;
    }
  }
  const drawing = keptOrDrawn(deps, print, count).finally(() => underWay.delete(key));
  underWay.set(key, drawing);
  return drawing;
}

async function keptOrDrawn(
  { db, clock, logger }: Pick<Deps, 'db' | 'clock' | 'logger'>,
  print: Print,
  count: () => Promise<void>,
): Promise<Buffer> {
  const { companyId, estimateId } = print.document;
  const kept = await inCompany(db, companyId, (tx) => findKeptPdf(tx, print));
  if (kept) return kept;
  await count();
  const content = await draw(print, await inCompany(db, companyId, (tx) => findLogo(tx, print)));
  try {
    await inCompany(db, companyId, (tx) => keepPdf(tx, print, { content, at: clock.now() }));
  } catch (error) {
    logger.warn({ estimateId, err: errorForLog(error) }, "a drawn PDF wasn't kept");
  }
  return content;
}

/**
 * Returns the PDF that is attached to an email. Must be called in the transaction that renders the email. Doesn't count
 * toward any limit.
 */
export async function pdfForMail(tx: CompanyTx, print: Print, at: Date): Promise<Buffer> {
  const kept = await findKeptPdf(tx, print);
  if (kept) return kept;
  const content = await draw(print, await findLogo(tx, print));
  await keepPdf(tx, print, { content, at });
  return content;
}

function findLogo(tx: CompanyTx, { document }: Print): Promise<Buffer | undefined> {
  const { logo } = document.company;
  return logo ? findLogoContent(tx, logo.hash) : Promise.resolve(undefined);
}

const draw = (print: Print, logo: Buffer | undefined): Promise<Buffer> =>
  drawPdf(print.document.companyId, { kind: 'estimate', print: { ...print, logo } });
