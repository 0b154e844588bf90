import { type Kysely, sql } from 'kysely';

/**
 * Adds answers to feedback. Only the platform's admins and its inbound email read and write them. A message from a
 * company on Pro is marked when it is written. Until it is answered, it comes first in the inbox.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table feedback
  add column priority boolean not null default false,
  add column answered_at timestamptz,
  add column urgent boolean not null generated always as (priority and answered_at is null) stored;
create index feedback_inbox on feedback (urgent desc, created_at desc, id desc);
create index feedback_priority on feedback (created_at) where priority;

create table feedback_replies (
  id uuid primary key default uuidv7(),
  feedback_id uuid not null references feedback on delete cascade,
  direction text not null check (direction in ('out', 'in')),
  text text not null check (length(text) between 1 and 20000),
  -- the admin who wrote it
  written_by uuid references users on delete set null,
  -- the sender of an email, and its Message-ID, which is taken once
  from_address text,
  message_id text,
  at timestamptz not null,
  constraint feedback_replies_message unique (feedback_id, message_id),
  constraint feedback_replies_sender check ((direction = 'in') = (message_id is not null and from_address is not null))
);
create index feedback_replies_thread on feedback_replies (feedback_id, at, id);
grant select, insert on feedback_replies to picket_system;
`,
    )
    .execute(db);
}
