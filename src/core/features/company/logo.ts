import type { Kysely } from 'kysely';
import { createHash } from 'node:crypto';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import { LOGO_BOX, LOGO_BYTES, LOGO_REFUSAL, LOGO_TOO_SLOW } from '#shared/features/company/logo.limits.ts';
import { AppError, invalid, notFound } from '#shared/primitives/app-error.ts';
import { HOUR, SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Database } from '../../platform/db/tables.ts';
import type { CompanyRow, LogoSnapshot } from './company.table.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  drawPicture,
  type DrawnPicture,
  PicturesBusy,
  PictureTookTooLong,
} from '../../platform/pictures/draw-picture.ts';
import { createRateLimit, type LimitDeps } from '../../platform/rate-limit.ts';
import { readCompanyView, readLogoAddress } from './company-view.ts';

type LogoDeps = LimitDeps & Pick<Deps, 'db' | 'clock' | 'config'>;

const LIMIT = {
  name: 'logo',
  points: 20,
  durationSeconds: HOUR / SECOND,
  message: 'You’ve changed your logo too many times. Wait a few minutes and try again',
};
/**
 * Redraws the image and makes it the company's logo. Estimates that were already sent keep the old logo. Throws
 * VALIDATION_FAILED unless the content is a PNG, JPG or SVG of at most 2 MB. Throws RATE_LIMITED, and PROVIDER_UNAVAILABLE if
 * processing it takes too long.
 */
export async function uploadLogo(
  deps: LogoDeps,
  companyId: CompanyId,
  { dataBase64 }: { dataBase64: string },
): Promise<CompanyView> {
  await createRateLimit(deps, LIMIT).consume(companyId);
  const picture = await draw(Buffer.from(dataBase64, 'base64'));
  const hash = createHash('sha256').update(picture.content).digest('hex');
  return inCompany(deps.db, companyId, async (tx) => {
    await tx
      .insertInto('company_logos')
      .values({ company_id: companyId, hash, ...picture, created_at: deps.clock.now() })
      .onConflict((conflict) => conflict.columns(['company_id', 'hash']).doNothing())
      .execute();
    return setLogo(tx, deps, { companyId, hash });
  });
}

/** Removes the logo. Estimates that were already sent keep it. */
export const removeLogo = (deps: Pick<Deps, 'db' | 'config'>, companyId: CompanyId): Promise<CompanyView> =>
  inCompany(deps.db, companyId, (tx) => setLogo(tx, deps, { companyId, hash: null }));

/** Undoes a removal by restoring a logo that the company previously used. Throws NOT_FOUND for any other URL. */
export const restoreLogo = (
  deps: Pick<Deps, 'db' | 'config'>,
  companyId: CompanyId,
  { logoUrl }: { logoUrl: string },
): Promise<CompanyView> =>
  inCompany(deps.db, companyId, async (tx) => {
    const hash = readLogoAddress(logoUrl);
    if (hash === undefined || !(await findLogo(tx, { id: companyId, logo_hash: hash }))) throw notFound('this logo');
    return setLogo(tx, deps, { companyId, hash });
  });

/** Reads the company's current logo in the format that's copied into estimates. */
export const findLogo = async (
  tx: CompanyTx,
  { id, logo_hash: hash }: Pick<CompanyRow, 'id' | 'logo_hash'>,
): Promise<LogoSnapshot | null> => {
  if (hash === null) return null;
  const row = await tx
    .selectFrom('company_logos')
    .select(['hash', 'width', 'height'])
    .where('company_id', '=', id)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row ?? null;
};

/**
 * Reads any company's logo by its hash, as a PNG. Logos are public to anyone who knows the hash, but a hash can't be
 * guessed. Returns undefined if there's no such logo.
 */
export const findAnyLogo = ({ system }: SystemDeps, hash: string): Promise<Buffer | undefined> =>
  findLogoContent(system, hash);

/** Reads a logo's PNG by its hash, if it belongs to the transaction's company. */
export const findLogoContent = async (db: Kysely<Database>, hash: string): Promise<Buffer | undefined> => {
  const row = await db
    .selectFrom('company_logos')
    .select('content')
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst();
  return row?.content;
};

async function draw(file: Buffer): Promise<DrawnPicture> {
  try {
    const picture = file.length <= LOGO_BYTES ? await drawPicture(file, LOGO_BOX) : undefined;
    if (!picture) throw invalid({ dataBase64: LOGO_REFUSAL, LOGO_TOO_SLOW });
    return picture;
  } catch (cause) {
    if (cause instanceof PictureTookTooLong)
      throw new AppError(LOGO_TOO_SLOW, 'PROVIDER_UNAVAILABLE', { retryAfter: 10, cause });
    if (!(cause instanceof PicturesBusy)) throw cause;
    throw new AppError('We’re processing other logos right now. Try again in a moment', 'RATE_LIMITED', {
      retryAfter: 3,
      cause,
    });
  }
}

const setLogo = async (
  tx: CompanyTx,
  { config }: Pick<Deps, 'config'>,
  { companyId, hash }: { companyId: CompanyId; hash: string | null },
): Promise<CompanyView> => {
  await tx.updateTable('company_profiles').set({ logo_hash: hash }).where('id', '=', companyId).execute();
  return readCompanyView(tx, config, companyId);
};
