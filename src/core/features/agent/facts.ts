import { sql } from 'kysely';
import type { AgentFact, AgentFactInput, UnansweredView } from '#shared/features/agent/agent.schema.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, FactId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';

/**
 * The maximum number of facts per company. With more facts, searches would be slow, and several facts might answer the
 * same question.
 */
const MOST_FACTS = 300;
const MOST_UNANSWERED = 100;

/** Returns the questions and answers entered by a company, oldest first. */
export const readFacts = (tx: CompanyTx, companyId: CompanyId): Promise<AgentFact[]> =>
  tx
    .selectFrom('agent_facts')
    .select(['id', 'question', 'answer'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute();

export const listFacts = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<AgentFact[]> =>
  inCompany(db, companyId, (tx) => readFacts(tx, companyId));

/**
 * Adds a fact, or changes the fact with this ID. If the fact answers a question from the list of unanswered questions
 * (`answers`), removes that question from the list. Throws NOT_FOUND if there's no fact with this ID. Throws CONFLICT
 * if the company has too many facts.
 */
export const saveFact = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
  { id, question, answer, answers }: AgentFactInput,
): Promise<AgentFact> =>
  inCompany(db, companyId, async (tx) => {
    if (answers !== undefined) await takeOffList(tx, companyId, answers);
    if (id !== undefined) {
      const changed = await tx
        .updateTable('agent_facts')
        .set({ question, answer })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .returning(['id', 'question', 'answer'])
        .executeTakeFirst();
      if (!changed) throw notFound('this question');
      return changed;
    }
    // A company's facts are added one at a time, because concurrent calls could exceed the limit.
    await tx.selectFrom('company_profiles').select('id').where('id', '=', companyId).forNoKeyUpdate().execute();
    if ((await readFacts(tx, companyId)).length >= MOST_FACTS)
      throw new AppError(`You can have at most ${MOST_FACTS} questions. Delete one first`, 'CONFLICT');
    return tx
      .insertInto('agent_facts')
      .values({ company_id: companyId, question, answer, created_at: clock.now() })
      .returning(['id', 'question', 'answer'])
      .executeTakeFirstOrThrow();
  });

/** Deletes a fact. Throws NOT_FOUND. */
export const deleteFact = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId, id: FactId): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    const deleted = await tx
      .deleteFrom('agent_facts')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!deleted) throw notFound('this question');
  });

/** Lists the questions that no fact answered, newest first. */
export const listUnanswered = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<UnansweredView[]> =>
  inCompany(db, companyId, async (tx) => {
    const rows = await tx
      .selectFrom('agent_unanswered')
      .innerJoin('agent_conversations', 'agent_conversations.id', 'agent_unanswered.conversation_id')
      .select([
        'agent_unanswered.id',
        'agent_unanswered.question',
        'agent_unanswered.at',
        'agent_conversations.lead_id as leadId',
      ])
      .where('agent_unanswered.company_id', '=', companyId)
      .orderBy('agent_unanswered.at', 'desc')
      .orderBy('agent_unanswered.id', 'desc')
      .limit(MOST_UNANSWERED)
      .execute();
    return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
  });

/** Removes a question from the list of unanswered questions. Does nothing if it was already removed. */
export const dismissUnanswered = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId, id: string): Promise<void> =>
  inCompany(db, companyId, (tx) => takeOffList(tx, companyId, id));

/** Deletes an unanswered question, and all others that differ from it only in case and surrounding spaces. */
async function takeOffList(tx: CompanyTx, companyId: CompanyId, id: string): Promise<void> {
  await sql`delete from agent_unanswered asked using agent_unanswered one
    where one.company_id = ${companyId} and one.id = ${id} and asked.company_id = one.company_id
      and lower(trim(asked.question)) = lower(trim(one.question))`.execute(tx);
}
