import { sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../../platform/db/app.ts';
import { prepared } from '../../../platform/db/pool.ts';
import type { CompanyRow, OptOutsTable } from '../../../platform/db/tables.ts';
import { backoff } from './retry.rules.ts';
import type { FollowUpToSend } from './rows.ts';
import { skip, type Verdict, wait } from './verdict.ts';

type OptOutSource = OptOutsTable['source'];

/** Live suppressions of mail by address, as `addressKey` writes it. */
export type MailOptOuts = ReadonlyMap<string, OptOutSource[]>;

export const addressKey = (address: string): string => address.trim().toLowerCase();

/** What suppresses mails of the company to any of these addresses. */
export async function findMailOptOuts(
  tx: CompanyTx,
  companyId: CompanyId,
  addresses: readonly string[],
): Promise<MailOptOuts> {
  const { rows: optOuts } = await sql<{ address: string; source: OptOutSource }>`${prepared}
    select address, source from opt_outs where company_id = ${companyId} and channel = 'email'
      and address = any(${addresses.map(addressKey)}::text[]) and lifted_at is null`.execute(tx);
  const sources = new Map<string, OptOutSource[]>();
  for (const { address, source } of optOuts) sources.set(address, [...(sources.get(address) ?? []), source]);
  return sources;
}

/**
 * Whether a mail may go to this address. A mailbox that bounced or complained gets none (C26); who unsubscribed
 * gets none that it binds (C23), and commercial mail needs the company's postal address (C22).
 */
export function checkMail(
  mail: { company: CompanyRow; to: string; commercial: boolean; optOutBinds: boolean },
  optOuts: MailOptOuts,
): Verdict | null {
  if (mail.to.trim() === '') return skip('No email address');
  const sources = optOuts.get(addressKey(mail.to)) ?? [];
  if (sources.includes('bounce')) return skip('Emails to this address bounce');
  if (sources.includes('complaint')) return skip('This person reported your email as spam');
  if (sources.includes('soft_bounces'))
    return skip('Email to this address is paused because several emails bounced within 72 hours');
  if (mail.optOutBinds && sources.length > 0) return skip('Unsubscribed from emails');
  if (mail.commercial && !mail.company.postal_address?.trim())
    return skip('Follow-up emails must include your postal address. Add it in Admin, Company');
  return null;
}

/** Follow-ups by mail behind an earlier mail of their schedule that has not gone out, with when that one is due. */
export type MailsAhead = ReadonlyMap<string, Date>;

/** Of these follow-ups; nothing is asked where all are first steps. Served by `follow_up_messages_step_unique`. */
export async function findMailsAhead(
  tx: CompanyTx,
  followUps: readonly Pick<FollowUpToSend, 'id' | 'step' | 'channel'>[],
): Promise<MailsAhead> {
  const later = followUps.filter(({ step, channel }) => step > 1 && channel === 'email');
  if (later.length === 0) return new Map();
  // planned each time: a plan kept from when the table was small reads all of it for each row
  const { rows } = await sql<{ id: string; due_at: Date }>`
    select m.id, max(ahead.due_at) as due_at from follow_up_messages m
    join follow_up_messages ahead on ahead.schedule_id = m.schedule_id and ahead.channel = m.channel
      and ahead.step < m.step and ahead.status in ('scheduled', 'sending')
    where m.id = any(${later.map(({ id }) => id)}::uuid[]) group by m.id`.execute(tx);
  return new Map(rows.map(({ id, due_at }) => [id, due_at]));
}

/** C17: a step that waits for its next try, or is on its way in another worker, goes before those after it. */
export function checkMailOrder(id: string, ahead: MailsAhead, now: Date): Verdict | null {
  const due = ahead.get(id);
  if (!due) return null;
  const at = new Date(Math.max(due.getTime(), now.getTime()) + backoff(1));
  return wait(at, 'Waiting for the previous step, which hasn’t been sent yet.');
}
