import { type Kysely, sql } from 'kysely';

/** Adds the indexes for what to do today: homeowners to call, and jobs that owe money. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [handedOver, onlyPhone, owing]) await sql.raw(statement).execute(db);
}

const handedOver = `create index agent_conversations_handed_over on agent_conversations (company_id, handed_over_at)
  where handed_over_at is not null and taken_over_at is null`;
const onlyPhone = `create index leads_only_phone on leads (company_id, created_at)
  where email is null and status = 'new' and archived_at is null and held_at is null and outcome is null`;
const owing = `create index estimates_owing on estimates (company_id, lead_id)
  where status in ('accepted', 'deposit_paid')`;
