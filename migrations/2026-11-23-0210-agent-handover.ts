import { type Kysely, sql } from 'kysely';

/**
 * Adds a summary for the contractor to a conversation that is handed over. Each conversation is on the timeline only
 * once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table agent_conversations
  add column handover jsonb,
  add constraint agent_conversations_handover_check
    check (handover is null or handed_over_at is not null);

alter table timeline_events drop constraint timeline_events_kind_check;
alter table timeline_events add constraint timeline_events_kind_check check (kind in ('lead_created', 'note',
  'status_changed', 'estimate_sent', 'estimate_viewed', 'estimate_accepted', 'estimate_declined', 'question',
  'schedule_activated', 'schedule_stopped', 'message_sent', 'message_delivered', 'message_failed', 'message_skipped',
  'message_unknown', 'reply_received', 'opted_out', 'opted_in', 'payment', 'refund', 'dispute', 'agent_talk'));
create unique index timeline_agent_talk on timeline_events (company_id, (data ->> 'conversationId'))
  where kind = 'agent_talk';
`)
    .execute(db);
}
