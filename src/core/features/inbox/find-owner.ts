import type { Transaction } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/tables.ts';
import { isSharedSender, sharedSender } from '../../platform/twilio.ts';
import type { InboundText } from './receive-text.ts';

/** The recipient of an inbound text, and the companies a STOP in it applies to. */
export interface Owner {
  /** The company that owns the number. Null if there is none. */
  companyId: CompanyId | null;
  /** The shared sender of companies without their own number, if the text was sent to it. Otherwise null. */
  shared: string | null;
  /** The owner, and any other company that texted this phone from that sender. */
  bound: CompanyId[];
}

type Senders = Pick<Config, 'TWILIO_FROM' | 'TWILIO_MESSAGING_SERVICE_SID'>;

/**
 * The company whose number was texted. For the shared sender (all of its numbers count as one) and for a number that
 * its company gave up, it is the company that last texted this phone from it (decisions.md, follow-ups). A number that
 * never texted this phone counts as the shared sender, so that a STOP to it applies to no unrelated company.
 */
export async function findOwner(tx: Transaction<Database>, text: InboundText, config: Senders): Promise<Owner> {
  const own = await tx.selectFrom('company_profiles').select('id').where('sms_from', '=', text.to).executeTakeFirst();
  if (own) {
    // the number may have belonged to another company, whose texts are in the same conversation on this phone
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
 * Most recent first; excludes a platform code sent for a company that may not know this phone and must not answer it.
 * Uses the index messages_last_sender.
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
