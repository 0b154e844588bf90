import { isDeepStrictEqual } from 'node:util';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import {
  costMicros,
  MODEL_FAILURES,
  modelSettings,
  type ModelSettings,
  MOST_OUTPUT_TOKENS,
  MOST_STEPS,
  tokensOf,
} from '../../platform/model/model.ts';
import { speak } from '../../platform/model/speak.ts';
import { findConversation, type Conversation } from './conversations.repository.ts';
import { reserveCost, settleCost } from './costs.repository.ts';
import { judge, type ModelOutcome, type PreparedTurn, prepareTurn, type Spoken } from './model/answer-with-model.ts';
import { textOf, type Turn, type TurnDeps } from './turn.ts';
import { type Basis, basisOf, readContext, type TurnContext } from './turn-context.ts';
import { type AskedMessage, readHistory, readPending } from './turns.repository.ts';

/** The number of tokens assumed for tool results when calculating an answer's maximum cost. */
const TOKENS_OF_TOOLS = 1_000;

/** A model's answer, with the data it's based on. */
export interface ModelAnswer {
  spoken: Spoken;
  /**
   * The conversation's state and messages, and the company's data, as they were when the model was called. If any of
   * these has changed since then, the answer isn't used.
   */
  state: Conversation['state'];
  pending: readonly string[];
  basis: Basis;
}

interface Begun {
  prepared: PreparedTurn;
  answer: Omit<ModelAnswer, 'spoken'>;
  costId: string;
}

/**
 * Calls the model and returns its answer. The call is made outside any transaction. Stores only the call's cost.
 * Returns undefined if no model is configured, if the budget is used up, or if the message needs a fixed answer
 * (`prepareTurn`). Also returns undefined if a member or a later turn will answer, or if the model's answer is late,
 * invalid or not allowed.
 */
export async function askModel(deps: TurnDeps, turn: Turn, asked: AskedMessage): Promise<ModelAnswer | undefined> {
  const settings = modelSettings(deps.config);
  if (settings === undefined || turn.signal?.aborted) return undefined;
  const begun = await inCompany(deps.db, turn.companyId, (tx) => begin(tx, { deps, turn, asked, settings }));
  if (begun === undefined) return undefined;
  const { prepared, answer, costId } = begun;
  const outcome = judge(prepared, await speak(settings, { ...prepared.call, signal: turn.signal }));
  await keepCost(deps, turn, { outcome, costId });
  return 'spoken' in outcome ? { ...answer, spoken: outcome.spoken } : undefined;
}

interface Beginning {
  deps: TurnDeps;
  turn: Turn;
  asked: AskedMessage;
  settings: ModelSettings;
}

/** Reads the data that the model needs, and reserves budget for the answer's maximum cost. */
async function begin(tx: CompanyTx, { deps, turn, asked, settings }: Beginning): Promise<Begun | undefined> {
  const { companyId, channel } = turn;
  const { conversationId } = asked;
  const at = deps.clock.now();
  const conversation = await findConversation(tx, { companyId, id: conversationId });
  const pending = await readPending(tx, { companyId, conversationId });
  // If there's a later message, its turn also answers this message.
  if (conversation.taken_over_at !== null || pending.at(-1)?.id !== asked.id) return undefined;
  const context = await readContext(tx, { companyId, channel, at });
  const { company, settings: own, facts } = context;
  const prepared = prepareTurn({
    before: conversation.state,
    message: textOf(pending),
    history: await readHistory(tx, { companyId, conversationId }),
    company,
    facts,
    tone: own.tone,
    forbiddenTopics: own.forbiddenTopics,
  });
  if (prepared === undefined) return undefined;
  const most = mostTokens(prepared);
  const costId = await reserveCost(tx, {
    companyId,
    conversationId,
    model: settings.model,
    most,
    mostMicros: costMicros(most, deps.config),
    monthlyBudgetCents: own.monthlyBudgetCents,
    at,
  });
  if (costId === undefined) return undefined;
  const ids = pending.map(({ id }) => id);
  return { prepared, answer: { state: conversation.state, pending: ids, basis: basisOf(context) }, costId };
}

const mostTokens = ({ call }: PreparedTurn) => ({
  inputTokens: MOST_STEPS * (tokensOf(call.instructions + JSON.stringify(call.messages)) + TOKENS_OF_TOOLS),
  outputTokens: MOST_STEPS * MOST_OUTPUT_TOKENS,
});

const FAILURES: ReadonlySet<string> = new Set(MODEL_FAILURES);

/** Stores the cost in a separate transaction, so that it counts even if the turn fails later. */
async function keepCost(
  deps: TurnDeps,
  { companyId }: Turn,
  { outcome, costId }: { outcome: ModelOutcome; costId: string },
): Promise<void> {
  const { usage } = outcome;
  const reason = 'reason' in outcome ? outcome.reason : null;
  const status = 'spoken' in outcome ? 'used' : FAILURES.has(outcome.reason) ? 'failed' : 'discarded';
  await inCompany(deps.db, companyId, (tx) =>
    settleCost(tx, { companyId, id: costId, status, reason, usage, costMicros: costMicros(usage, deps.config) }),
  );
}

interface Now {
  conversation: Conversation;
  /** The unanswered messages. */
  pending: readonly { id: string }[];
  context: TurnContext;
}

/** Whether a model's answer still matches the conversation and the company's data. */
export const isCurrent = ({ state, pending, basis }: ModelAnswer, now: Now): boolean =>
  isDeepStrictEqual(
    { state, pending, basis },
    {
      state: now.conversation.state,
      pending: now.pending.map(({ id }) => id),
      basis: basisOf(now.context),
    },
  );
