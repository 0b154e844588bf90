import { sql } from 'kysely';
import type { CompanyId, ConversationId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { ModelUsage } from '../../platform/model/model.ts';
import type { CostStatus } from './agent.table.ts';

/** The maximum number of input and output tokens per conversation. */
const MOST_TOKENS = 100_000;
/** The maximum number of model answers per conversation. */
const MOST_ANSWERS = 40;
const MICROS_PER_CENT = 10_000;

interface Reserving {
  companyId: CompanyId;
  conversationId: ConversationId;
  model: string;
  /** The maximum number of input and output tokens for the answer. */
  most: ModelUsage;
  /** The cost of these tokens, in millionths of a US dollar. */
  mostMicros: number;
  monthlyBudgetCents: number;
  at: Date;
}

/**
 * Reserves the maximum cost of an answer before the model is called, and returns the reservation's id. Returns
 * undefined if the reservation would exceed the company's budget for the month (UTC) or the conversation's limits. If
 * the process crashes before the actual cost is known, the reservation still counts toward the budget.
 */
export async function reserveCost(tx: CompanyTx, reserving: Reserving): Promise<string | undefined> {
  const { companyId, conversationId, model, most, mostMicros, monthlyBudgetCents, at } = reserving;
  // A company's reservations are serialized. Otherwise, concurrent reservations could together exceed the budget.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agent-budget:${companyId}`}, 63))`.execute(tx);
  const monthStart = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
  const { rows } = await sql<{ month: number; tokens: number; answers: number }>`
    select coalesce(sum(cost_micros) filter (where at >= ${monthStart}), 0)::float8 as month,
      coalesce(sum(input_tokens + output_tokens) filter (where conversation_id = ${conversationId}), 0)::float8 as tokens,
      count(*) filter (where conversation_id = ${conversationId})::int as answers
    from agent_costs
    where company_id = ${companyId} and (at >= ${monthStart} or conversation_id = ${conversationId})`.execute(tx);
  const used = rows[0] ?? { month: 0, tokens: 0, answers: 0 };
  const isWithin = used.month + mostMicros <= monthlyBudgetCents * MICROS_PER_CENT;
  const tokens = used.tokens + most.inputTokens + most.outputTokens;
  if (!isWithin || tokens > MOST_TOKENS || used.answers >= MOST_ANSWERS) return undefined;
  const { id } = await tx
    .insertInto('agent_costs')
    .values({
      company_id: companyId,
      conversation_id: conversationId,
      model,
      input_tokens: most.inputTokens,
      output_tokens: most.outputTokens,
      cost_micros: mostMicros,
      at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Settled {
  companyId: CompanyId;
  id: string;
  status: CostStatus;
  /** Why the answer wasn't used. Null if it was. */
  reason: string | null;
  usage: ModelUsage;
  costMicros: number;
}

/** Replaces an answer's reserved cost with its actual cost. */
export async function settleCost(tx: CompanyTx, settled: Settled): Promise<void> {
  const { companyId, id, status, reason, usage, costMicros } = settled;
  await tx
    .updateTable('agent_costs')
    .set({
      status,
      reason,
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cost_micros: costMicros,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}
