import { type Kysely, sql } from 'kysely';

/** What a further try must not make anyone forget: since when a message is late, and whose failure was counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [lateness, failures, spare]) await sql.raw(statement).execute(db);
}

const lateness = `
-- set by the first try that puts due_at off, so that the 72 hours (C17) are not counted anew; null: due_at is it
alter table follow_up_messages add column first_due_at timestamptz;
alter table outbox add column first_due_at timestamptz;
`;

const failures = `
-- the message of the last failure that counted: one message that always fails is no provider that is down
alter table provider_states add column failed_for text;
`;

// outbox_lead serves what waits at one lead too
const spare = `drop index outbox_of_lead;`;
