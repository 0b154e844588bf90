import express, { type Response, type Router } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { answerHomeowner } from '#core/features/agent/answer-homeowner.ts';
import { agentMessageInput, type AgentEvent } from '#shared/features/agent/agent.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { networkOf } from '#shared/primitives/network.ts';
import { requireModestJson } from '../../http/json-shape.ts';
import type { ServerDeps } from '../../server-deps.ts';

const ADDRESS = '/api/widget/v1/agent';
/** Large enough for a message of 2,000 characters in any script, plus its ticket. */
const MAX_BODY = '16kb';
/** The maximum number of messages per minute from one network, which several people may share. */
const MESSAGES_PER_NETWORK = 120;

/**
 * Serves the homeowner's conversation with the agent (docs/architecture.md, 'Sales agent'). Each answer is a stream of
 * server-sent events. Errors are returned before the stream begins, in the widget's format `{error: {code, message,
 * fields}}`.
 */
export function agentRoutes(deps: ServerDeps): Router {
  const routes = express.Router({ caseSensitive: true });
  const countMessage = messageLimit();
  routes.post(ADDRESS, messageBody, async (req, res) => {
    await countMessage(req.ip ?? '');
    const facts = { ip: req.ip ?? '', userAgent: req.get('user-agent') ?? '', origin: req.get('origin') };
    const left = new AbortController();
    res.on('close', () => left.abort());
    const input = agentMessageInput.parse(req.body ?? {});
    const events = await answerHomeowner(deps, input, { facts, signal: left.signal });
    sendEvents(res, events);
  });
  return routes;
}

/** Sends an answer as server-sent events. */
export const sendEvents = (res: Response, events: readonly AgentEvent[]): void => {
  res.set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  for (const event of events) res.write(lineOf(event));
  res.end();
};

const lineOf = ({ event, data }: AgentEvent): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

// text/plain is accepted too, because it doesn't need a CORS preflight request from the host page
export const messageBody = express.json({
  limit: MAX_BODY,
  type: ['application/json', 'text/plain'],
  verify: (_req, _res, body) => requireModestJson(body),
});

/**
 * Limits messages per network. Messages are counted in each process's memory, because they cost little. The widget's
 * limits apply to leads.
 */
function messageLimit(): (ip: string) => Promise<void> {
  const messages = new RateLimiterMemory({ points: MESSAGES_PER_NETWORK, duration: 60 });
  return async (ip) => {
    try {
      await messages.consume(networkOf(ip));
    } catch (cause) {
      if (!(cause instanceof RateLimiterRes)) throw cause;
      const retryAfter = Math.max(1, Math.ceil(cause.msBeforeNext / 1000));
      throw new AppError('Too many messages. Wait a minute and try again', 'RATE_LIMITED', { retryAfter });
    }
  };
}
