import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { HeldReason } from '#shared/features/leads/held.rules.ts';
import { TICKET } from '#shared/features/widget/ticket.rules.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { readSignedToken, signedToken } from '../../platform/secrets.ts';

const PURPOSE = 'widget-ticket';

/** A ticket that is ours, of this company, and neither too old nor too young. */
export interface Ticket {
  id: string;
  companyId: CompanyId;
  issuedAt: Date;
}

// short, for every page with a widget loads it (W1): two ids of 22 characters, then milliseconds in base 36
const ID_LENGTH = 22;
const packId = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
const unpackId = (text: string): string =>
  Buffer.from(text, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** What the widget's settings carry and its lead brings back. Nothing is stored; `now` is real time. */
export const issueTicket = (companyId: CompanyId, secret: string, now: Date): string =>
  signedToken(`${packId(companyId)}${packId(randomUUID())}${now.getTime().toString(36)}`, secret, PURPOSE);

const readTicket = (ticket: string, secret: string): Ticket | undefined => {
  const text = readSignedToken(ticket, secret, PURPOSE);
  if (text === undefined) return undefined;
  return {
    companyId: unpackId(text.slice(0, ID_LENGTH)) as CompanyId,
    id: unpackId(text.slice(ID_LENGTH, 2 * ID_LENGTH)),
    issuedAt: new Date(Number.parseInt(text.slice(2 * ID_LENGTH), 36)),
  };
};

/** The ticket that a request brought, or what its lead is held for. How often it was used is `spendTicket`'s to say. */
export const judgeTicket = (
  given: unknown,
  { companyId, secret, now }: { companyId: CompanyId; secret: string; now: Date },
): Ticket | HeldReason => {
  if (given === undefined || given === null || given === '') return 'ticket_missing';
  const ticket = typeof given === 'string' ? readTicket(given, secret) : undefined;
  if (ticket?.companyId !== companyId) return 'ticket_forged';
  const age = now.getTime() - ticket.issuedAt.getTime();
  if (age >= TICKET.validFor) return 'ticket_expired';
  return age < TICKET.youngest ? 'too_fast' : ticket;
};

/** Counts one lead of a ticket; false where its leads are used up. Two at once never use one place. */
export const spendTicket = async (tx: CompanyTx, { id, companyId, issuedAt }: Ticket): Promise<boolean> => {
  const expiresAt = new Date(issuedAt.getTime() + TICKET.validFor);
  const { rows } = await sql`
    insert into widget_tickets (id, company_id, leads, expires_at) values (${id}, ${companyId}, 1, ${expiresAt})
    on conflict (id) do update set leads = widget_tickets.leads + 1
      where widget_tickets.company_id = ${companyId} and widget_tickets.leads < ${TICKET.leads}
    returning leads`.execute(tx);
  return rows.length > 0;
};
