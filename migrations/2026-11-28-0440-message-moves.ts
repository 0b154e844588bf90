import { type Kysely, sql } from 'kysely';

/**
 * Lets the product change a message's status only along the allowed moves (`MOVES` in move-message.ts; a test compares
 * both). People who work on the database directly, as its owner or as `picket_system`, aren't limited.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create function is_message_move(before text, after text) returns boolean language sql immutable parallel safe as $$
  select case before
    when 'draft' then after in ('scheduled', 'cancelled')
    when 'scheduled' then after in ('scheduled', 'sending', 'sent', 'failed', 'skipped', 'cancelled')
    when 'sending' then after in ('sending', 'scheduled', 'sent', 'delivered', 'failed', 'skipped', 'unknown')
    when 'sent' then after in ('scheduled', 'delivered', 'failed')
    when 'delivered' then after in ('failed')
    when 'failed' then after in ('scheduled')
    when 'cancelled' then after in ('scheduled')
    when 'unknown' then after in ('sending', 'scheduled', 'sent', 'delivered', 'failed', 'cancelled')
    else false end
$$;

create function refuse_message_move() returns trigger language plpgsql as $$
begin
  raise exception 'a message can''t move from % to %', old.status, new.status
    using errcode = 'check_violation', constraint = 'message_moves', table = tg_table_name;
end $$;
${['outbox', 'follow_up_messages', 'messages'].map(refusing).join('')}`)
    .execute(db);
}

const refusing = (table: string): string => `
create trigger ${table}_moves before update on ${table} for each row
  when (old.status <> new.status and not is_message_move(old.status, new.status)
    and current_user in ('picket_app', 'picket_sales'))
  execute function refuse_message_move();
`;
