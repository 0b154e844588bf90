import { sql } from 'kysely';
import { statusesBefore } from '#shared/features/leads/lead-status.rules.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { prepared } from '../../platform/db/dialect.ts';
import { noteMessages } from '../lead-rows/write-leads.ts';
import { findToldOffers, type ToldOffer } from '../estimates/estimate-offers.ts';
import { addTimelineEvents, type NewTimelineEvent } from '../timeline/timeline.repository.ts';
import type { MessageFacts } from '../messages/message-facts.ts';
import { FOLLOW_UP } from '../messages/registry.ts';
import { finishSchedules, timelineEvent } from '../messages/after-move.ts';
import { type MovedMessage, moving } from '../messages/move-message.ts';
import { lockLeadsToSend } from './rows.ts';

/** A message that a provider accepted. */
export interface Acceptance {
  facts: MessageFacts;
  providerId: string;
  /** The message's offer. Null if it makes none. Undefined if it must be looked up. */
  offer?: ToldOffer | null | undefined;
}

interface NoteAll {
  /** The company that sent the messages. Null for the platform's own emails, which don't concern leads. */
  companyId: CompanyId | null;
  acceptances: readonly Acceptance[];
  now: Date;
}

/** What was sent. The body is null for a message that we never marked as being sent. */
type Words = Pick<MovedMessage, 'subject' | 'body'>;

/**
 * Records that providers accepted a company's messages. Updates the messages and the timelines. Completes follow-ups whose last message was sent. Updates each lead's status and the time of its last message. An
 * acceptance is valid even long after the claim expired. Recording it again doesn't change anything. Returns the ids of
 * the updated messages. Locks the leads in id order, as every chunk does.
 */
export async function noteAllAccepted(tx: CompanyTx, { companyId, now, ...given }: NoteAll): Promise<Set<string>> {
  const leadIds = given.acceptances.flatMap(({ facts }) => facts.leadId ?? []);
  const leads = companyId === null ? new Map<never, never>() : await lockLeadsToSend(tx, companyId, leadIds, 'wait');
  const acceptances = await withoutTold(tx, given.acceptances);
  const sent = await completeAll(tx, { acceptances, now });
  const changed = new Set(sent.keys());
  const noted = acceptances.filter(({ facts }) => changed.has(facts.rowId));
  if (noted.length === 0) return changed;
  const followUps = noted.filter(({ facts }) => facts.kind === FOLLOW_UP);
  const found = await findToldOffers(
    tx,
    followUps.filter(({ offer }) => offer === undefined).map(({ facts }) => facts.rowId),
  );
  const events = noted.flatMap(({ facts, offer }) => {
    const message = sent.get(facts.rowId);
    const told = offer ?? found.get(facts.rowId);
    return timelineEvent(facts, {
      kind: 'message_sent',
      at: now,
      data: {
        subject: message?.subject ?? null,
        body: message?.body ?? '',
        ...(told === undefined ? {} : { offer: told.discount, offerEnds: told.ends }),
      },
    });
  });
  const moved = companyId === null ? [] : await touchLeads(tx, { companyId, noted, leads, now });
  await addTimelineEvents(tx, [...events, ...moved]);
  await finishSchedules(
    tx,
    followUps.map(({ facts }) => facts.rowId),
  );
  return changed;
}

/**
 * Removes texts whose status callback arrived before this acceptance was recorded. The status from the callback is
 * newer than the acceptance, so it must not be overwritten. For example, an undelivered text may already be waiting for
 * a retry (T8). Keeps all emails, because emails don't have callbacks.
 */
async function withoutTold(tx: CompanyTx, acceptances: readonly Acceptance[]): Promise<readonly Acceptance[]> {
  const sids = acceptances.flatMap(({ facts, providerId }) => (facts.channel === 'sms' ? [providerId] : []));
  if (sids.length === 0) return acceptances;
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from messages where provider_id = any(${sids}) and direction = 'out'
    union all select provider_id from message_attempts where provider_id = any(${sids})`.execute(tx);
  const told = new Set(rows.map(({ provider_id }) => provider_id));
  return acceptances.filter(({ facts, providerId }) => facts.channel !== 'sms' || !told.has(providerId));
}

type Taken = Pick<Acceptance, 'providerId'> & { facts: Pick<MessageFacts, 'rowId'> };

/** Returns the statement that marks messages as sent and selects those that changed. Bench Q2 measures it. */
export const complete = (taken: readonly Taken[], now: Date) =>
  moving({
    from: ['sending', 'scheduled', 'unknown'],
    to: 'sent',
    set: [sql`provider_id = given.provider_id, sent_at = ${now}, at = coalesce(m.at, ${now}), reason = null`],
    using: sql`unnest(${taken.map(({ facts }) => facts.rowId)}::uuid[], ${taken.map(({ providerId }) => providerId)}::text[])
      as given (id, provider_id)`,
    where: [sql`m.id = given.id`],
    returning: sql`m.id, m.subject, m.body`,
  });

/** Marks messages as sent, and returns the words of each one that changed. */
async function completeAll(
  tx: CompanyTx,
  { acceptances, now }: Omit<NoteAll, 'companyId'>,
): Promise<Map<string, Words>> {
  const { rows } = await sql<Words & { id: string }>`${prepared} ${complete(acceptances, now)}`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

interface Touch {
  companyId: CompanyId;
  noted: readonly Acceptance[];
  leads: ReadonlyMap<LeadId, { status: string }>;
  now: Date;
}

/**
 * Updates the leads' last-message times and, if a message counts as contact, sets the lead's status to
 * 'contacted'. Returns the status events for the timeline.
 */
async function touchLeads(tx: CompanyTx, { companyId, noted, leads, now }: Touch): Promise<NewTimelineEvent[]> {
  const touched = noted.flatMap(({ facts }) =>
    facts.onTimeline && facts.leadId !== null ? [{ ...facts, leadId: facts.leadId }] : [],
  );
  if (touched.length === 0) return [];
  const before = statusesBefore('contacted');
  const moves = new Map<LeadId, NewTimelineEvent>();
  for (const { leadId, isContact } of touched) {
    const from = before.find((status) => leads.get(leadId)?.status === status);
    if (isContact && from !== undefined)
      moves.set(leadId, { companyId, leadId, kind: 'status_changed', at: now, data: { from, to: 'contacted' } });
  }
  const leadIds = touched.map(({ leadId }) => leadId);
  await noteMessages(tx, { companyId, leadIds, contacted: [...moves.keys()], at: now });
  return [...moves.values()];
}
