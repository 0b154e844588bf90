import { type Kysely, sql } from 'kysely';

/** One mail may go to several contractors, or to several leads of one; a text has one recipient, and its sid is its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [texts, mails, replaced]) await sql.raw(statement).execute(db);
}

const texts = `
create unique index messages_inbound_text_once on messages (provider_id) where direction = 'in' and channel = 'sms';
`;

const mails = `
create unique index messages_inbound_mail_once on messages (provider_id, company_id, lead_id)
  where direction = 'in' and channel = 'email';
`;

const replaced = `
drop index messages_inbound_once;
`;
