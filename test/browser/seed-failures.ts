import pg from 'pg';

/**
 * Adds to the demo company a failed message, an unconfirmed message, a failed Stripe event, and a piece of feedback.
 */
export async function seedFailures(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`insert into messages
        (company_id, lead_id, kind, channel, to_address, due_at, created_at, status, reason, attempts)
      select c.id, l.id, 'lead.notice', 'email', 'office@acme.example', now() - interval '1 hour', now(), s.status,
        s.reason, s.attempts
      from company_profiles c
      join (values
        ('failed', 'The email server rejected this address', 8, 'Bo Li'),
        ('unknown', 'The connection dropped. This message may have arrived', 2, 'Dana Whitfield')
      ) as s (status, reason, attempts, lead) on true
      join leads l on l.company_id = c.id and l.name = s.lead
      where c.contractor_id = 'acme-fence'`);
    await client.query(`insert into stripe_events (id, type, livemode, payload, error, attempts, next_attempt_at)
      values ('evt_browser', 'invoice.paid', false, '{}', 'Stripe didn’t answer', 3, now() + interval '1 hour')`);
    await client.query(`insert into feedback (category, subject, message, created_at)
      values ('Bug', 'Dates', 'They are a day off.', now())`);
  } finally {
    await client.end();
  }
}
