import { type Kysely, sql } from 'kysely';

/** Makes the default terms true for every payment plan. Terms that a company has changed stay as they are. */
export const up = (db: Kysely<unknown>): Promise<unknown> =>
  sql`update company_profiles set terms = replace(terms, ${BEFORE}, ${NOW}) where md5(terms) = ${DEFAULT_BEFORE}`.execute(
    db,
  );

const BEFORE = 'The balance is due at completion of the work.';
const NOW = 'The balance is due at completion of the work, unless the payment plan of this estimate says otherwise.';
/** The md5 of the default terms until now. */
const DEFAULT_BEFORE = 'b949b52a40ed11419c8e76f858f615a1';
