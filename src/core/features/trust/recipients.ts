import { sql } from 'kysely';
import { sentences } from '#shared/primitives/sentence.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { type FullBudget, fullBudget } from '#shared/features/trust/budget-words.ts';
import { type Proofs, recipientsADay } from '#shared/features/trust/company-allowance.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { asWholeCompany } from '../../platform/db/whole-company.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { markCounted } from '../lead-rows/write-leads.ts';
import { budgetLeft, roomAt, type Spend, spendBudgets, spendGroups, spendUpTo } from './budgets.ts';
import { readProofs } from './company-allowance.ts';

/** The lead columns that determine which budgets a first message uses. */
export const RECIPIENT_COLUMNS = ['id', 'email', 'phone', 'counted_as_recipient_at', 'uncounted_ways'] as const;
export type Recipient = Pick<LeadRow, (typeof RECIPIENT_COLUMNS)[number]>;

/** A first message to a person, on one or more channels. */
export interface FirstMessage {
  lead: Recipient;
  ways: readonly MessageChannel[];
}

type Sender = Pick<LeadRow, 'company_id'>;

const companySpend = ({ company_id: key }: Sender, limit: number): Spend => ({
  budget: 'company-recipients',
  key,
  limit,
});

const isCounted = ({ lead, ways }: FirstMessage): boolean =>
  lead.counted_as_recipient_at !== null && !ways.some((way) => lead.uncounted_ways.includes(way));

/**
 * Returns the budgets that this message spends from. The message spends from the company's budget if the person hasn't
 * been counted for the company. In addition, all companies share a budget for each email address and each phone. The
 * company's first message to an email address or phone spends from that budget, whichever lead it's for.
 */
function spendsOf(sender: Sender, { lead, ways }: FirstMessage, limit: number): Spend[] {
  const by = (way: MessageChannel): boolean => ways.includes(way) && lead.uncounted_ways.includes(way);
  return [
    ...(lead.counted_as_recipient_at === null ? [companySpend(sender, limit)] : []),
    ...(by('email') && lead.email !== null ? [{ budget: 'first-email', key: lead.email } as const] : []),
    ...(by('sms') && lead.phone !== null ? [{ budget: 'first-phone', key: lead.phone } as const] : []),
  ];
}

/** Whether a lead was counted when its follow-ups were started, and nothing was sent to it yet. */
const IS_PENDING = sql.raw(`uncounted_ways @> '{email,sms}'`);

/**
 * Returns the people among these leads whom the company hasn't counted yet, in the leads' order. Leads that share an
 * email address or phone are one person. A person is counted once per company and address, so that someone isn't
 * returned if another of the company's leads with the same address was counted.
 */
export async function newPeopleAmong<Lead extends Recipient>(
  tx: CompanyTx,
  sender: Sender,
  leads: readonly Lead[],
): Promise<Lead[][]> {
  const uncounted = leads.filter((lead) => lead.counted_as_recipient_at === null);
  if (uncounted.length === 0) return [];
  const of = (column: 'id' | 'email' | 'phone') => uncounted.map((lead) => lead[column]);
  const { rows } = await asWholeCompany(tx, sender.company_id, () =>
    sql<{ id: string }>`select asked.id
      from unnest(${of('id')}::uuid[], ${of('email')}::text[], ${of('phone')}::text[]) asked (id, email, phone)
      where exists (select from leads where company_id = ${sender.company_id} and email = asked.email
          and counted_as_recipient_at is not null and (not 'email' = any(uncounted_ways) or ${IS_PENDING}))
        or exists (select from leads where company_id = ${sender.company_id} and phone = asked.phone
          and counted_as_recipient_at is not null and (not 'sms' = any(uncounted_ways) or ${IS_PENDING}))`.execute(tx),
  );
  const known = new Set(rows.map(({ id }) => id));
  return groupsOf(uncounted.filter(({ id }) => !known.has(id)));
}

/** Groups leads that share an email address or phone, also through a third lead. */
function groupsOf<Lead extends Recipient>(leads: readonly Lead[]): Lead[][] {
  const groups = new Map<string, Lead[]>();
  for (const lead of leads) {
    const addresses = [lead.email?.toLowerCase(), lead.phone].flatMap((address) => address ?? []);
    const met = [...new Set(addresses.flatMap((address) => groups.get(address) ?? []))];
    const merged = [...met, lead];
    const all = merged.flatMap(({ email, phone }) => [email?.toLowerCase(), phone]);
    for (const address of all) if (address) groups.set(address, merged);
  }
  const order = new Map(leads.map(({ id }, at) => [id, at]));
  const place = ({ id }: Lead): number => order.get(id) ?? 0;
  return [...new Set(groups.values())]
    .map((group) => group.toSorted((a, b) => place(a) - place(b)))
    .toSorted(([a], [b]) => (a && b ? place(a) - place(b) : 0));
}

/**
 * Returns the message as if its lead were counted on the channels on which the company has already counted the same
 * email address or phone for another of its leads. A first message is counted once per company and address.
 */
async function asKnown<Message extends FirstMessage>(
  tx: CompanyTx,
  sender: Sender,
  message: Message,
): Promise<Message> {
  if (isCounted(message)) return message;
  const { lead } = message;
  // A member with the sales role may not see the other lead.
  const { rows } = await asWholeCompany(tx, sender.company_id, () =>
    sql<{ email: boolean | null; sms: boolean | null; pending: boolean | null }>`select
      bool_or(email = ${lead.email}::text and not 'email' = any(uncounted_ways)) as email,
      bool_or(phone = ${lead.phone}::text and not 'sms' = any(uncounted_ways)) as sms, bool_or(${IS_PENDING}) as pending
    from leads where company_id = ${sender.company_id} and id <> ${lead.id} and counted_as_recipient_at is not null
      and (email = ${lead.email}::text or phone = ${lead.phone}::text)`.execute(tx),
  );
  const { email, sms, pending } = rows[0] ?? { email: null, sms: null, pending: null };
  if (!email && !sms && !pending) return message;
  const known = { email: email === true, sms: sms === true };
  return {
    ...message,
    lead: {
      ...lead,
      counted_as_recipient_at: lead.counted_as_recipient_at ?? new Date(0),
      uncounted_ways: lead.uncounted_ways.filter((way) => !known[way]),
    },
  };
}

const spentOn = ({ lead, ways }: FirstMessage) => ({ leadId: lead.id, ways });

export interface CountRecipient extends Sender, FirstMessage {
  proofs: Proofs;
  at: Date;
  /** Additional budgets that this message uses. `full` contains the error text for a used-up budget. */
  also?: readonly { spend: Spend; full: FullBudget }[];
}

/**
 * Counts the first message to a person. Call it with the lead locked, in the transaction that writes the message. Does
 * nothing if the person is already counted. If a budget is used up, throws RATE_LIMITED with `retryAfter` and doesn't
 * spend anything.
 */
export async function countRecipient(tx: CompanyTx, { also = [], ...message }: CountRecipient): Promise<void> {
  const { proofs, at } = message;
  const limit = recipientsADay(proofs);
  const spends = [...also.map(({ spend }) => spend), ...spendsOf(message, await asKnown(tx, message, message), limit)];
  const refused = spends.length === 0 ? null : await spendBudgets(tx, spends, at);
  if (refused !== null) {
    const full = also.find(({ spend }) => spend.budget === refused)?.full ?? fullBudget(refused, { limit, ...proofs });
    throw await rateLimited(tx, { spend: spends.find(({ budget }) => budget === refused), full, at });
  }
  if (!isCounted(message)) await markCounted(tx, message.company_id, { spent: [spentOn(message)], at });
}

async function rateLimited(
  tx: CompanyTx,
  { spend, full: { reason, nextStep }, at }: { spend: Spend | undefined; full: FullBudget; at: Date },
): Promise<AppError> {
  const until = spend === undefined ? at : await roomAt(tx, spend, at);
  return new AppError(reason, 'RATE_LIMITED', {
    retryAfter: Math.max(1, Math.ceil((until.getTime() - at.getTime()) / SECOND)),
    ...(nextStep === null ? {} : { nextStep }),
  });
}

export interface CountPeople extends Sender {
  /** The number of people to count (`newPeopleAmong`). They must not have been counted before. */
  people: number;
  proofs: Proofs;
  at: Date;
}

const peopleSpend = ({ people, proofs, ...sender }: CountPeople): Spend => ({
  ...companySpend(sender, recipientsADay(proofs)),
  amount: people,
});

/**
 * Returns how many of these people the budget currently allows. Another transaction can use up the budget before
 * they're counted.
 */
export const roomForPeople = async (tx: CompanyTx, count: CountPeople): Promise<number> =>
  count.people === 0 ? 0 : Math.min(count.people, await budgetLeft(tx, peopleSpend(count), count.at));

/**
 * Counts people toward their company's budget until it's used up. Returns how many people were counted. The caller must
 * mark these people as counted. The budgets that all companies share are spent later, when each person's first message
 * is sent.
 */
export const countPeople = async (tx: CompanyTx, count: CountPeople): Promise<number> =>
  count.people === 0 ? 0 : spendUpTo(tx, peopleSpend(count), count.at);

/**
 * Checks budgets just before messages to homeowners are sent. Also counts people who weren't counted when the message
 * was written, for example because their email address has since changed. Returns one result per message. The result is
 * null if the message can be sent. Otherwise, it's the reason to wait. In the usual case, everyone is already counted,
 * and no query runs.
 */
export async function countLeaving(
  tx: CompanyTx,
  { messages, at, ...sender }: Sender & { messages: readonly FirstMessage[]; at: Date },
): Promise<(string | null)[]> {
  if (messages.every(isCounted)) return messages.map(() => null);
  const proofs = await readProofs(tx, sender.company_id, at);
  const limit = recipientsADay(proofs);
  const groups: Spend[][] = [];
  for (const message of messages) groups.push(spendsOf(sender, await asKnown(tx, sender, message), limit));
  const refused = await spendGroups(tx, groups, at);
  const counted = messages.filter((message, index) => refused[index] === null && !isCounted(message));
  await markCounted(tx, sender.company_id, { spent: counted.map(spentOn), at });
  return refused.map((budget) =>
    budget === null ? null : sentences('Waiting', fullBudget(budget, { limit, ...proofs }).reason),
  );
}
