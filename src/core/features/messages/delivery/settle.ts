import { sql } from 'kysely';
import { HOUR } from '#shared/primitives/durations.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { inCompany, type CompanyTx } from '../../../platform/db/app.ts';
import type { FoundText } from '../../../platform/twilio.ts';
import type { ClaimedRow, DeliveryDeps, DeliveryTable, MessageFacts } from './delivery.ts';
import { noteAccepted, noteNeverArrived, noteUnknown } from './note.ts';
import { followUpFacts } from './prepare-follow-up.ts';
import { kindOf, outboxFacts } from './prepare-outbox.ts';

/** How long Twilio is asked about a text whose fate is not known, before a person has to decide. */
const ASK_FOR = 2 * HOUR;
const AT_ONCE = 20;

interface Lapsed {
  id: string;
  lead_id: LeadId | null;
  channel: MessageChannel;
  attempts: number;
  sending_at: Date;
  claimed_until: Date;
  kind: string | null;
  step: number | null;
}

/**
 * Settles the company's rows that were 'sending' when their worker died or the connection broke (T10): Twilio is
 * asked, a mail becomes unknown. Safe beside itself: each row is taken by a new lease first.
 */
export async function settleLapsed(deps: DeliveryDeps, companyId: CompanyId): Promise<void> {
  for (const table of ['follow_up_messages', 'outbox'] as const) {
    for (;;) {
      if (deps.stopping()) return;
      const lapsed = await inCompany(deps.db, companyId, (tx) =>
        takeLapsed(tx, table, companyId, deps.timings.sendLeaseMs),
      );
      const settled = await Promise.all(lapsed.map((row) => settle(deps, { table, companyId, row })));
      if (lapsed.length < AT_ONCE) break;
      // where Twilio is silent, the turn must not wait for one silence after the other
      if (settled.includes(false)) return;
    }
  }
}

/** Served by the partial indexes `…_sending`. */
async function takeLapsed(
  tx: CompanyTx,
  table: DeliveryTable,
  companyId: CompanyId,
  leaseMs: number,
): Promise<Lapsed[]> {
  const [kind, step] = table === 'outbox' ? [sql`m.kind`, sql`null::int`] : [sql`null::text`, sql`m.step`];
  const { rows } = await sql<Lapsed>`
    with picked as (
      select id from ${sql.table(table)}
      where company_id = ${companyId} and status = 'sending' and claimed_until < now()
      order by claimed_until limit ${AT_ONCE} for update skip locked)
    update ${sql.table(table)} m
    set claimed_until = date_trunc('milliseconds', clock_timestamp()) + ${leaseMs} * interval '1 millisecond'
    from picked where m.id = picked.id
    returning m.id, m.lead_id, m.channel, m.attempts, m.sending_at, m.claimed_until,
      ${kind} as kind, ${step} as step`.execute(tx);
  return rows;
}

/** False where Twilio does not answer: the lease just taken lets it be asked again. */
async function settle(
  deps: DeliveryDeps,
  { table, companyId, row }: { table: DeliveryTable; companyId: CompanyId; row: Lapsed },
): Promise<boolean> {
  const facts = factsOf(deps, { table, companyId, row });
  const claimedUntil = row.claimed_until;
  const about = { table, row: row.id, channel: row.channel, attempt: row.attempts };
  if (row.channel === 'email') {
    deps.logger.warn(about, 'a mail was being sent when its worker died');
    await inCompany(deps.db, companyId, (tx) => noteUnknown(tx, { facts, now: deps.clock.now(), claimedUntil }));
    return true;
  }
  const answer = await ask(deps, companyId, row);
  const now = deps.clock.now();
  await inCompany(deps.db, companyId, async (tx) => {
    if (answer === 'silent') {
      // the lease just taken lets it be asked again; after two hours a person decides
      if (now.getTime() - row.sending_at.getTime() > ASK_FOR) await noteUnknown(tx, { facts, now, claimedUntil });
    } else if (answer === null) await noteNeverArrived(tx, { facts, now, claimedUntil });
    else await noteAccepted(tx, { facts, providerId: answer.sid, now });
  });
  deps.logger.info(
    { ...about, found: answer === 'silent' ? 'no answer' : answer !== null },
    'asked about an unsettled text',
  );
  return answer !== 'silent';
}

/** What Twilio has of this row's text: matched by recipient, exact body and time; 'silent' where it does not answer. */
async function ask(deps: DeliveryDeps, companyId: CompanyId, row: Lapsed): Promise<FoundText | null | 'silent'> {
  const message = await inCompany(deps.db, companyId, async (tx) => {
    const sent = await tx
      .selectFrom('messages')
      .select(['to_address', 'body'])
      .where('company_id', '=', companyId)
      .where('source_id', '=', row.id)
      .where('direction', '=', 'out')
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!sent) return undefined;
    const others = await tx
      .selectFrom('messages')
      .select('provider_id')
      .where('company_id', '=', companyId)
      .where('to_address', '=', sent.to_address)
      .where('provider_id', 'is not', null)
      .execute();
    return { ...sent, known: new Set(others.flatMap(({ provider_id }) => provider_id ?? [])) };
  });
  if (!message) return 'silent';
  try {
    return await deps.texts.find({
      to: message.to_address,
      body: message.body,
      since: row.sending_at,
      known: message.known,
    });
  } catch (error) {
    deps.logger.warn({ row: row.id, err: error instanceof Error ? error.message : '' }, 'Twilio does not answer');
    return 'silent';
  }
}

function factsOf(
  deps: DeliveryDeps,
  { table, companyId, row }: { table: DeliveryTable; companyId: CompanyId; row: Lapsed },
): MessageFacts {
  const claimed: ClaimedRow = {
    table,
    id: row.id,
    companyId,
    leadId: row.lead_id,
    channel: row.channel,
    recipient: row.id,
    dueAt: row.sending_at,
    attempts: row.attempts,
    claimedUntil: row.claimed_until,
  };
  if (table === 'follow_up_messages') return followUpFacts(claimed, row.step ?? 1);
  return outboxFacts(claimed, row.kind ?? '', kindOf(deps.kinds, row.kind ?? ''));
}
