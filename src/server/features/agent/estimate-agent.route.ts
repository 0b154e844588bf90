import express, { type Router } from 'express';
import { answerOnPage } from '#core/features/agent/estimate/answer-on-page.ts';
import { estimateAgentInput } from '#shared/features/agent/agent.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { countChat } from '../estimates/answer-limits.ts';
import { findPage } from '../estimates/send-page.ts';
import { messageBody, sendEvents } from './agent.route.ts';

const ADDRESS = '/api/estimate/v1/agent';

/**
 * Answers questions about an estimate. The private link's token identifies the estimate. Answers are streamed as the
 * same events that the widget's conversation uses. Unknown, altered and revoked tokens get the same 404.
 */
export function estimateAgentRoutes(deps: ServerDeps): Router {
  const routes = express.Router({ caseSensitive: true });
  routes.post(ADDRESS, messageBody, async (req, res) => {
    const { token, optionId: option, ...input } = estimateAgentInput.parse(req.body ?? {});
    const ip = req.ip ?? '';
    await countChat(deps, { token, ip });
    const page = await findPage(deps, { token, option, language: input.language, ip });
    if (!page) throw notFound('this estimate');
    const facts = { ip, userAgent: req.get('user-agent') ?? '', origin: req.get('origin') };
    sendEvents(res, await answerOnPage(deps, page, { input, facts }));
  });
  return routes;
}
