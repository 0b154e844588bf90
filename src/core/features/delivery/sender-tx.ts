import { type RawBuilder, sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { atOnce, type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { asCompany } from '../../platform/db/system.ts';
import type { DeliveryDeps } from './delivery.ts';

/** Who sends: a company, or null for the platform, whose own emails don't belong to a company. */
export type Sender = CompanyId | null;

type SenderDeps = Pick<DeliveryDeps, 'db' | 'system'>;

/**
 * Runs `work` in a transaction that can access only the sender's rows. The platform has its own connections, so that a
 * sign-in code never waits for a company's transactions.
 */
export const inSenderTx = <T>(
  { db, system }: SenderDeps,
  sender: Sender,
  work: (tx: CompanyTx) => Promise<T>,
): Promise<T> =>
  sender === null ? system.transaction().execute((tx) => asCompany(tx, null, work)) : inCompany(db, sender, work);

/** Runs independent statements in one transaction. A company's are sent in one round trip (`atOnce`). */
export const atOnceAs = (
  deps: SenderDeps,
  sender: Sender,
  statements: readonly RawBuilder<unknown>[],
): Promise<unknown[][]> =>
  sender === null
    ? inSenderTx(deps, null, async (tx) => {
        const rows: unknown[][] = [];
        for (const statement of statements) rows.push((await statement.execute(tx)).rows);
        return rows;
      })
    : atOnce(deps.db, sender, statements);

/** SQL condition that selects the sender's rows. */
export const isOfSender = (sender: Sender): RawBuilder<boolean> =>
  sender === null ? sql<boolean>`company_id is null` : sql<boolean>`company_id = ${sender}`;
