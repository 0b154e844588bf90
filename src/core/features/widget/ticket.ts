import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { HeldReason } from '#shared/features/leads/held.rules.ts';
import { TICKET } from '#shared/features/widget/ticket.rules.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { bytesOfId, idOfBytes, readSignedToken, signedToken } from '../../platform/secrets.ts';

const PURPOSE = 'widget-ticket';

export interface Ticket {
  id: string;
  companyId: CompanyId;
  issuedAt: Date;
}

// The ticket is part of every page with a widget, so it's kept short (W1). It has two 22-character ids, then
// milliseconds in base 36.
const ID_LENGTH = 22;
const packId = (id: string): string => bytesOfId(id).toString('base64url');
const unpackId = (text: string): string => idOfBytes(Buffer.from(text, 'base64url'));

/**
 * Returns a ticket for the widget, which sends it back with the lead. Doesn't store anything. `now` is wall-clock time.
 */
export const issueTicket = (companyId: CompanyId, secret: string, now: Date): string =>
  signedToken(`${packId(companyId)}${packId(randomUUID())}${now.getTime().toString(36)}`, secret, PURPOSE);

/** Reads a ticket, regardless of its company and age. Returns undefined if it's forged. */
export const readTicket = (ticket: string, secret: string): Ticket | undefined => {
  const text = readSignedToken(ticket, secret, PURPOSE);
  if (text === undefined) return undefined;
  return {
    companyId: unpackId(text.slice(0, ID_LENGTH)) as CompanyId,
    id: unpackId(text.slice(ID_LENGTH, 2 * ID_LENGTH)),
    issuedAt: new Date(Number.parseInt(text.slice(2 * ID_LENGTH), 36)),
  };
};

interface TicketUse {
  companyId: CompanyId;
  secret: string;
  /** In wall-clock time. */
  now: Date;
}

/** Returns a form's ticket, or the reason why its lead must wait for review. `spendTicket` counts the use. */
export const judgeTicket = (given: unknown, use: TicketUse): Ticket | HeldReason => {
  const ticket = validTicket(given, use);
  if (typeof ticket === 'string') return ticket;
  return use.now.getTime() - ticket.issuedAt.getTime() < TICKET.youngest ? 'too_fast' : ticket;
};

/** Checks a conversation's ticket. Unlike a form's ticket, it doesn't have a minimum age. */
export const validTicket = (
  given: unknown,
  { companyId, secret, now }: TicketUse,
): Ticket | 'ticket_missing' | 'ticket_forged' | 'ticket_expired' => {
  if (given === undefined || given === null || given === '') return 'ticket_missing';
  const ticket = typeof given === 'string' ? readTicket(given, secret) : undefined;
  if (ticket?.companyId !== companyId) return 'ticket_forged';
  return now.getTime() - ticket.issuedAt.getTime() >= TICKET.validFor ? 'ticket_expired' : ticket;
};

/** Counts a lead sent with this ticket. Returns false if the ticket has no uses left. Safe for concurrent calls. */
export const spendTicket = async (tx: CompanyTx, { id, companyId, issuedAt }: Ticket): Promise<boolean> => {
  const expiresAt = new Date(issuedAt.getTime() + TICKET.validFor);
  const { rows } = await sql`
    insert into widget_tickets (id, company_id, leads, expires_at) values (${id}, ${companyId}, 1, ${expiresAt})
    on conflict (id) do update set leads = widget_tickets.leads + 1
      where widget_tickets.company_id = ${companyId} and widget_tickets.leads < ${TICKET.leads}
    returning leads`.execute(tx);
  return rows.length > 0;
};
