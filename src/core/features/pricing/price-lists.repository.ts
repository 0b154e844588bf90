import { createHash } from 'node:crypto';
import type { PriceList } from '#shared/features/pricing/price-book.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** Keeps the prices that an estimate is priced with, and returns their hash. Estimates with the same prices share them. */
export const keepPrices = async (tx: CompanyTx, companyId: CompanyId, prices: PriceList): Promise<string> => {
  const { basePriceCents, gatePriceCents, materials, book } = prices;
  const text = JSON.stringify({ basePriceCents, gatePriceCents, materials, book } satisfies PriceList);
  const hash = createHash('sha256').update(text, 'utf8').digest('hex');
  await tx
    .insertInto('price_lists')
    .values({ company_id: companyId, hash, prices: text })
    .onConflict((conflict) => conflict.columns(['company_id', 'hash']).doNothing())
    .execute();
  return hash;
};

/** Returns prices that were kept. */
export const getKeptPrices = async (tx: CompanyTx, companyId: CompanyId, hash: string): Promise<PriceList> => {
  const { prices } = await tx
    .selectFrom('price_lists')
    .select('prices')
    .where('company_id', '=', companyId)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return prices;
};
