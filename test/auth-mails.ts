import { loadMessageKinds } from '#core/message-kinds.ts';
import type { LoadedKinds } from '#core/features/messages/load-kinds.ts';
import { inCompany } from '#core/platform/db/app.ts';
import type { TestApp } from './caller.ts';

/** An email about an account as it would be sent now, with the secrets in it. */
export interface AuthMail {
  kind: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  fromName: string;
  /** The six-digit code, or '' if the email doesn't contain a code. */
  code: string;
  /** The token in the email's link, or '' if the email doesn't contain a link. */
  token: string;
}

/** Returns the account emails to this email address, oldest first, rendered from the messages. */
export async function authMailsTo(app: TestApp, address: string): Promise<AuthMail[]> {
  const rows = await app.deps.system
    .selectFrom('messages')
    .selectAll()
    .where('to_address', '=', address)
    .where('kind', 'like', 'auth.%')
    .orderBy('id')
    .execute();
  const kinds: LoadedKinds = await loadMessageKinds();
  const mails: AuthMail[] = [];
  for (const row of rows) {
    const { config, clock, db } = app.deps;
    const companyId = row.company_id;
    if (companyId === null) throw new Error('a mail without a company');
    const made = await inCompany(db, companyId, async (tx) => {
      const company = await tx.selectFrom('company_profiles').selectAll().executeTakeFirstOrThrow();
      return kinds[row.kind]?.mail?.({ tx, row, company, language: 'en', config, clock });
    });
    if (!made || 'skip' in made) throw new Error(`no mail: ${made?.skip ?? row.kind}`);
    const { subject, text, html, fromName } = made;
    const code = /^\d{6}$/m.exec(text)?.[0] ?? '';
    const token = /#(?:verify|reset|sign-in)=([\w-]+)/.exec(text)?.[1] ?? '';
    mails.push({ kind: row.kind, to: row.to_address, subject, text, html, fromName, code, token });
  }
  return mails;
}

/** Returns the newest account email to this email address. Throws if there's none. */
export async function lastAuthMail(app: TestApp, address: string): Promise<AuthMail> {
  const mail = (await authMailsTo(app, address)).at(-1);
  if (!mail) throw new Error(`no mail to ${address}`);
  return mail;
}
