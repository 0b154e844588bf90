import { type Kysely, sql } from 'kysely';

/** Queues that are walked row by row, and leases that can be written without touching an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [waiting, sending, room]) await sql.raw(statement).execute(db);
}

// a drain walks one channel of one company by (due_at, id) and never comes by the same row twice
const waiting = `
drop index follow_up_messages_due;
drop index outbox_due;
create index follow_up_messages_waiting on follow_up_messages (company_id, channel, due_at, id) where status = 'scheduled';
create index outbox_waiting on outbox (company_id, channel, due_at, id) where status = 'scheduled';
`;

// with claimed_until in no index, a claim is an update inside its page (HOT) that writes to none
const sending = `
drop index follow_up_messages_sending;
drop index outbox_sending;
create index follow_up_messages_sending on follow_up_messages (company_id, id) where status = 'sending';
create index outbox_sending on outbox (company_id, id) where status = 'sending';
`;

const room = `
alter table follow_up_messages set (fillfactor = 60);
alter table outbox set (fillfactor = 60);
alter table leads set (fillfactor = 80);
`;
