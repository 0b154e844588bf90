import pg from 'pg';

/**
 * Adds to the demo company a failed message, an unconfirmed message, a failed Stripe event, and a piece of feedback.
 */
export async function seedFailures(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`insert into outbox
        (company_id, kind, channel, to_address, due_at, created_at, status, reason, attempts)
      select id, 'lead.notice', 'email', 'office@acme.example', now() - interval '1 hour', now(), status, 'Refused', 8
      from company_profiles, unnest(array['failed', 'unknown']) as status where contractor_id = 'acme-fence'`);
    await client.query(`insert into stripe_events (id, type, livemode, payload, error, attempts, next_attempt_at)
      values ('evt_browser', 'invoice.paid', false, '{}', 'Stripe didn’t answer', 3, now() + interval '1 hour')`);
    await client.query(`insert into feedback (category, subject, message, created_at)
      values ('Bug', 'Dates', 'They are a day off.', now())`);
  } finally {
    await client.end();
  }
}
