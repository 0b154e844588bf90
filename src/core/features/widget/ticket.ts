import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { HeldReason } from '#shared/features/leads/held.rules.ts';
import { TICKET } from '#shared/features/widget/ticket.rules.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { bytesOfId, idOfBytes, readSignedBytes, signedToken } from '../../platform/secrets.ts';

const PURPOSE = 'widget-ticket';

export interface Ticket {
  id: string;
  companyId: CompanyId;
  issuedAt: Date;
}

// The ticket is part of every page with a widget, so it's kept short (W1): the bytes of two ids, then milliseconds.
const ID_BYTES = 16;
const TIME_BYTES = 6;

/**
 * Returns a ticket for the widget, which sends it back with the lead. Doesn't store anything. `now` is wall-clock time.
 */
export const issueTicket = (companyId: CompanyId, secret: string, now: Date): string => {
  const at = Buffer.alloc(TIME_BYTES);
  at.writeUIntBE(now.getTime(), 0, TIME_BYTES);
  return signedToken(Buffer.concat([bytesOfId(companyId), bytesOfId(randomUUID()), at]), secret, PURPOSE);
};

/** Reads a ticket, regardless of its company and age. Returns undefined if it's forged. */
export const readTicket = (ticket: string, secret: string): Ticket | undefined => {
  const bytes = readSignedBytes(ticket, secret, PURPOSE);
  if (bytes === undefined) return undefined;
  return {
    companyId: idOfBytes(bytes.subarray(0, ID_BYTES)) as CompanyId,
    id: idOfBytes(bytes.subarray(ID_BYTES, 2 * ID_BYTES)),
    issuedAt: new Date(bytes.readUIntBE(2 * ID_BYTES, TIME_BYTES)),
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
