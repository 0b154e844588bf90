import { sql } from 'kysely';
import type { HeldReason } from '#shared/features/leads/held.rules.ts';
import { recipientsADay } from '#shared/features/trust/company-allowance.rules.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { markCounted } from '../lead-rows/write-leads.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import { moving } from '../messages/move-message.ts';
import { mailContractor } from '../messages/tell-contractor.ts';
import { type NotSpent, type Spend, spendBudgets } from '../trust/budgets.ts';
import { readProofs } from '../trust/company-allowance.ts';
import { enqueuePush, isPushed } from '../push/enqueue-push.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { leadNotice, leadReceived } from './messages/lead-messages.ts';

const REPLY = 'lead.received';

/** The recipients of an instant reply. Each field is null if the reply isn't sent on that channel. */
export interface ReplyTo {
  email: string | null;
  /** In E.164. Set only if the homeowner consented to texts. */
  phone: string | null;
}

export interface InstantReply {
  companyId: CompanyId;
  leadId: LeadId;
  to: ReplyTo;
  /** The network (`networkOf`) whose limit applies when the texts are sent. Null if unknown. */
  network: string | null;
  /** Whether a person accepted the lead, which raises the limit (`ACCEPTED_TIMES`). Default: false. */
  accepted?: boolean;
  /** The current time by the business clock. */
  at: Date;
}

type ReplyCost = Pick<InstantReply, 'companyId' | 'to' | 'accepted' | 'at'>;

/**
 * For replies to leads that a user accepted, the company's budget is multiplied by this number. There must be a limit,
 * because requests that need review don't count toward a budget. Otherwise, a company could message anyone by
 * submitting such requests and accepting them.
 */
const ACCEPTED_TIMES = 2;

/**
 * For each budget: the reason why leads need review once it's used up, and the timeline entry for a message that isn't
 * sent.
 */
const REFUSALS: Partial<Record<NotSpent, { held: HeldReason; skipped: string; channels: (keyof ReplyTo)[] }>> = {
  'first-email': {
    held: 'email_budget',
    skipped: 'This email address got too many first messages today',
    channels: ['email'],
  },
  'first-phone': {
    held: 'phone_budget',
    skipped: 'This phone number got too many first texts today',
    channels: ['phone'],
  },
  'repeat-email': {
    held: 'email_budget',
    skipped: 'This email address got too many instant replies today',
    channels: ['email'],
  },
  'repeat-phone': {
    held: 'phone_budget',
    skipped: 'This phone number got too many instant replies today',
    channels: ['phone'],
  },
  paused: {
    held: 'paused',
    skipped: 'Messages to new recipients are currently paused',
    channels: ['email', 'phone'],
  },
};
const BY_COMPANY = {
  held: 'company_budget',
  skipped: 'Your company has reached today’s limit for messages to new recipients',
  channels: ['email', 'phone'],
} as const;
const refusalOf = (budget: NotSpent) => REFUSALS[budget] ?? BY_COMPANY;

/**
 * Counts the entire reply toward its budgets. If a budget is used up, counts nothing and returns the reason why the
 * lead needs review.
 */
export async function spendOnReply(tx: CompanyTx, cost: ReplyCost): Promise<HeldReason | null> {
  const refused = await spendBudgets(tx, await spendsOf(tx, cost), cost.at);
  return refused === null ? null : refusalOf(refused).held;
}

/**
 * Counts an instant reply toward its budgets. If a budget for a channel is used up, drops that channel and records on
 * the timeline why its message isn't sent. Returns the recipients that the reply can be sent to.
 */
export async function spendWhatIsLeft(tx: CompanyTx, { to, ...reply }: InstantReply): Promise<ReplyTo> {
  const left = { ...to };
  // The first attempt locks all keys in order, so later attempts don't wait.
  while (left.email !== null || left.phone !== null) {
    const refused = await spendBudgets(tx, await spendsOf(tx, { ...reply, to: left }), reply.at);
    if (refused === null) break;
    const { skipped, channels } = refusalOf(refused);
    for (const address of channels) {
      if (left[address] === null) continue;
      left[address] = null;
      const channel = address === 'email' ? ('email' as const) : ('sms' as const);
      const data = { channel, kind: leadReceived.label, reason: skipped };
      await addTimelineEvent(tx, { ...reply, kind: 'message_skipped', data });
    }
  }
  return left;
}

async function spendsOf(
  tx: CompanyTx,
  { companyId, to: { email, phone }, accepted = false, at }: ReplyCost,
): Promise<Spend[]> {
  const spends: Spend[] = [];
  const repeat = (address: string): string => `${companyId} ${address}`;
  if (phone !== null)
    spends.push(
      (await wasMessaged(tx, companyId, phone))
        ? { budget: 'repeat-phone', key: repeat(phone) }
        : { budget: 'first-phone', key: phone },
    );
  if (email === null) return spends;
  spends.push(
    (await wasMessaged(tx, companyId, email))
      ? { budget: 'repeat-email', key: repeat(email) }
      : { budget: 'first-email', key: email },
  );
  if (await isKnownRecipient(tx, companyId, email)) return spends;
  const limit = recipientsADay(await readProofs(tx, companyId, at)) * (accepted ? ACCEPTED_TIMES : 1);
  return [...spends, { budget: 'company-recipients', key: companyId, limit }];
}

/**
 * Whether the company has already sent a message to this email address or phone. The budgets for first messages are
 * then not spent, because they protect strangers. Uses the index messages_recipient.
 */
const wasMessaged = async (tx: CompanyTx, companyId: CompanyId, address: string): Promise<boolean> =>
  (await tx
    .selectFrom('messages')
    .select('id')
    .where('company_id', '=', companyId)
    .where('to_address', '=', address)
    .where('direction', '=', sql.lit('out'))
    .where('at', 'is not', null)
    .where('status', 'in', ['sent', 'delivered'])
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Whether a lead with this email address was already counted toward the company's budget. */
const isKnownRecipient = async (tx: CompanyTx, companyId: CompanyId, email: string): Promise<boolean> => {
  const known = await tx
    .selectFrom('leads')
    .select('id')
    .where('company_id', '=', companyId)
    .where('email', '=', email)
    .where('counted_as_recipient_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
};

/** Returns which of these recipients haven't been sent an instant reply for the lead. */
export async function unanswered(
  tx: CompanyTx,
  { companyId, leadId }: Pick<InstantReply, 'companyId' | 'leadId'>,
  { email, phone }: ReplyTo,
): Promise<ReplyTo> {
  const written = await tx
    .selectFrom('messages')
    .select(['channel', 'to_address'])
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('kind', '=', REPLY)
    .execute();
  const isOpen = (channel: 'email' | 'sms', to: string | null) =>
    to !== null && !written.some((row) => row.channel === channel && row.to_address === to);
  return { email: isOpen('email', email) ? email : null, phone: isOpen('sms', phone) ? phone : null };
}

/** Queues the instant reply to each recipient. Repeated calls queue it once per recipient. */
export async function enqueueReply(tx: CompanyTx, { companyId, leadId, to, network, at }: InstantReply): Promise<void> {
  const message = { companyId, leadId, kind: leadReceived, at } as const;
  const key = (channel: string, address: string) => `${REPLY}:${channel}:${leadId}:${address}`;
  if (to.email !== null)
    await enqueueMessage(tx, {
      ...message,
      channel: 'email',
      to: to.email,
      payload: {},
      dedupeKey: key('email', to.email),
    });
  if (to.phone !== null)
    await enqueueMessage(tx, {
      ...message,
      channel: 'sms',
      to: to.phone,
      payload: network === null ? {} : { network },
      dedupeKey: key('sms', to.phone),
    });
}

/** Queues one email to the contractor about the lead. */
export const enqueueNotice = (
  tx: CompanyTx,
  { companyId, leadId, to, at }: { companyId: CompanyId; leadId: LeadId; to?: string; at: Date },
): Promise<void> =>
  mailContractor(tx, {
    companyId,
    leadId,
    to,
    kind: leadNotice,
    payload: {},
    dedupeKey: `lead.notice:email:${leadId}`,
    at,
  });

/**
 * Notifies the contractor of a new lead that doesn't need review. Queues an email and a push notification to their
 * devices. If none of their devices gets push notifications about new leads, also queues a text to their confirmed
 * phone.
 */
export const tellOfLead = async (
  tx: CompanyTx,
  { companyId, leadId, to, at }: { companyId: CompanyId; leadId: LeadId; to: string; at: Date },
): Promise<void> => {
  await enqueueNotice(tx, { companyId, leadId, to, at });
  await enqueuePush(tx, { companyId, leadId, event: 'lead', key: `lead:${leadId}`, at });
  if (await isPushed(tx, { companyId, leadId, event: 'lead' })) return;
  const { notify_phone: phone } = await tx
    .selectFrom('company_profiles')
    .select('notify_phone')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  if (phone === null) return;
  await enqueueMessage(tx, {
    companyId,
    leadId,
    kind: leadNotice,
    channel: 'sms',
    to: phone,
    payload: {},
    dedupeKey: `lead.notice:sms:${leadId}`,
    at,
  });
};

/**
 * Records on the lead which of the reply's channels counted toward a budget. The next message to the same email address
 * or phone isn't counted again.
 */
export const markReplyCounted = async (
  tx: CompanyTx,
  { companyId, leadId, to, at }: Pick<InstantReply, 'companyId' | 'leadId' | 'to' | 'at'>,
): Promise<void> => {
  const ways = [...(to.email === null ? [] : ['email' as const]), ...(to.phone === null ? [] : ['sms' as const])];
  if (ways.length > 0) await markCounted(tx, companyId, { spent: [{ leadId, ways }], at });
};

/** Cancels a waiting instant reply that is no longer needed. `reason` is recorded on it. */
export const dropWaitingReply = async (
  tx: CompanyTx,
  { companyId, leadId }: Pick<InstantReply, 'companyId' | 'leadId'>,
  channel: 'email' | 'sms',
  reason = 'The homeowner corrected their contact details',
): Promise<void> => {
  await moving({
    from: ['scheduled'],
    to: 'cancelled',
    set: [sql`reason = ${reason}`],
    where: [
      sql`m.company_id = ${companyId} and m.lead_id = ${leadId}`,
      sql`m.kind = ${REPLY} and m.channel = ${channel}`,
    ],
  }).execute(tx);
};
