import { describeAsked } from '#shared/features/visits/asked.rules.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { hashToken, open, randomToken, seal } from '../../platform/secrets.ts';
import { leadUrl } from '../messages/lead-url.ts';
import { visitFeed } from './visit-calendar.ts';

interface Whose {
  companyId: CompanyId;
  userId: UserId;
}

type FeedDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

const contextOf = (tokenHash: string): string => `visit-feed:${tokenHash}`;

/** Returns the address of the member's private feed. Creates it if there's none, or if it can't be decrypted anymore. */
export const getVisitFeed = ({ db, clock, config }: FeedDeps, { companyId, userId }: Whose): Promise<{ url: string }> =>
  inCompany(db, companyId, async (tx) => {
    const urlOf = (token: string) => ({ url: `${config.PUBLIC_URL}/calendar/${token}.ics` });
    const token = randomToken();
    const hash = hashToken(token);
    const columns = {
      token_hash: hash,
      sealed_token: seal(token, config.APP_SECRET, contextOf(hash)),
      created_at: clock.now(),
    };
    const created = await tx
      .insertInto('visit_feeds')
      .values({ company_id: companyId, user_id: userId, ...columns })
      .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doNothing())
      .returning('token_hash')
      .executeTakeFirst();
    if (created) return urlOf(token);
    const stored = await tx
      .selectFrom('visit_feeds')
      .select(['token_hash', 'sealed_token'])
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const known = open(stored.sealed_token, config.APP_SECRET, contextOf(stored.token_hash));
    if (known !== undefined) return urlOf(known);
    await tx
      .updateTable('visit_feeds')
      .set(columns)
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .execute();
    return urlOf(token);
  });

/** Revokes the member's feed. Its address stops working at once. The next `getVisitFeed` makes another one. */
export const revokeVisitFeed = ({ db }: Pick<Deps, 'db'>, { companyId, userId }: Whose): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    await tx.deleteFrom('visit_feeds').where('company_id', '=', companyId).where('user_id', '=', userId).execute();
  });

/** How far back a feed goes. Older visits stay in the lead's timeline. */
const PAST = 60 * DAY;

/** Returns the iCalendar file of a feed's token. Undefined if the token is unknown, altered or revoked. */
export async function readVisitFeed(
  { db, clock, config, system }: FeedDeps & SystemDeps,
  token: string,
): Promise<string | undefined> {
  const feed = await system
    .selectFrom('visit_feeds')
    .select(['company_id as companyId', 'user_id as userId'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!feed) return undefined;
  const at = clock.now();
  const { name, rows } = await inCompany(db, feed.companyId, async (tx) => ({
    ...(await tx
      .selectFrom('company_profiles')
      .select('name')
      .where('id', '=', feed.companyId)
      .executeTakeFirstOrThrow()),
    rows: await tx
      .selectFrom('visits')
      .innerJoin('leads', 'leads.id', 'visits.lead_id')
      .select(['visits.id', 'starts_at', 'ends_at', 'sequence', 'visits.status', 'visits.note', 'visits.lead_id'])
      .select([
        'leads.name',
        'leads.phone',
        'leads.address',
        'perimeter_ft',
        'gate_count',
        'material_type',
        'leads.notes',
      ])
      .where('visits.company_id', '=', feed.companyId)
      .where('visits.user_id', '=', feed.userId)
      .where('starts_at', '>', new Date(at.getTime() - PAST))
      .orderBy('starts_at')
      .execute(),
  }));
  return visitFeed({
    name: `${name}: visits`,
    product: config.PRODUCT_NAME,
    at,
    visits: rows.map((row) => ({
      visit: row,
      summary: `Visit: ${row.name}`,
      location: row.address,
      description: [
        describeAsked(row),
        row.phone === null ? '' : formatPhone(row.phone),
        row.note,
        leadUrl(config, row.lead_id),
      ]
        .filter((line) => line !== '')
        .join('\n'),
      url: leadUrl(config, row.lead_id),
    })),
  });
}
