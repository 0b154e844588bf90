import type { Transaction } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/tables.ts';
import { isSharedSender, sharedSender } from '../../platform/twilio.ts';
import type { InboundText } from './receive-text.ts';

/** Whom an inbound text was meant for, and whom a STOP in it binds. */
export interface Owner {
  /** Null where nobody can be found. */
  companyId: CompanyId | null;
  /** The sender that all companies without a number of their own share, where one of its numbers was called; else null. */
  shared: string | null;
  /** The owner, and whoever else texted this phone from where it answers to. */
  bound: CompanyId[];
}

type Senders = Pick<Config, 'TWILIO_FROM' | 'TWILIO_MESSAGING_SERVICE_SID'>;

/**
 * The company whose number was called. Of the shared sender, which is one whichever of its numbers was called, and of a
 * number that its company has given up: whoever texted this phone from it last (decisions.md, follow-ups). A number that
 * never texted this phone is taken for an answer to the shared sender, and binds no stranger.
 */
export async function findOwner(tx: Transaction<Database>, text: InboundText, config: Senders): Promise<Owner> {
  const own = await tx.selectFrom('company_profiles').select('id').where('sms_from', '=', text.to).executeTakeFirst();
  if (own) {
    // the number may have been another company's, whose texts are in the same thread on this phone
    const before = await whoTexted(tx, text.from, [text.to]);
    return { companyId: own.id, shared: null, bound: [...new Set([own.id, ...before])] };
  }
  const sender = sharedSender(config);
  const shared = isSharedSender(config, text) ? sender : null;
  const called = await whoTexted(tx, text.from, shared === null ? [text.to] : [text.to, sender]);
  const bound = called.length > 0 ? called : await whoTexted(tx, text.from, [sender]);
  return { companyId: bound[0] ?? null, shared, bound };
}

/**
 * The last first; a code of the platform's was sent for a company that may be a stranger to this phone, and must not
 * answer it. Served by the index messages_last_sender.
 */
async function whoTexted(tx: Transaction<Database>, phone: string, senders: string[]): Promise<CompanyId[]> {
  const rows = await tx
    .selectFrom('messages')
    .select('company_id')
    .where('to_address', '=', phone)
    .where('direction', '=', 'out')
    .where('channel', '=', 'sms')
    .where('company_id', 'is not', null)
    .where('from_address', 'in', senders)
    .where('kind', '<>', 'company.code')
    .groupBy('company_id')
    .orderBy((row) => row.fn.max('at'), 'desc')
    .execute();
  return rows.flatMap((row) => row.company_id ?? []);
}
