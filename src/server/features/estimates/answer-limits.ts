import { createRateLimit, type LimitDeps } from '#core/platform/rate-limit.ts';
import { networkOf } from '#shared/primitives/network.ts';

const TEN_MINUTES = 600;
const message = 'Too many requests. Wait a few minutes and try again';

/** Answers through one link. A person needs three or four. */
const BY_TOKEN = { name: 'estimate-token', points: 20, durationSeconds: TEN_MINUTES, message };
/** Answers from one network, which can be a whole office. */
const BY_NETWORK = { name: 'estimate-ip', points: 60, durationSeconds: TEN_MINUTES, message };
/** Questions through one link. Each becomes an email to the contractor. */
const QUESTIONS = { name: 'estimate-ask', points: 8, durationSeconds: 6 * TEN_MINUTES, message };
/** Messages to the company's assistant through one link, and from one network. */
const CHAT_BY_TOKEN = { name: 'estimate-chat-token', points: 60, durationSeconds: TEN_MINUTES, message };
const CHAT_BY_NETWORK = { name: 'estimate-chat-ip', points: 180, durationSeconds: TEN_MINUTES, message };
/** Requests from one network with an invalid link. */
const MISSES = { name: 'estimate-miss', points: 60, durationSeconds: TEN_MINUTES, message };
/** PDFs rendered for one link and not found in the cache: one for each option, and more if the estimate changes. */
const DRAWN_BY_TOKEN = { name: 'estimate-pdf-token', points: 10, durationSeconds: TEN_MINUTES, message };
/** PDFs rendered for one network. Rendering takes 100 ms of processor time. */
const DRAWN_BY_NETWORK = { name: 'estimate-pdf-network', points: 60, durationSeconds: TEN_MINUTES, message };

interface Asker {
  token: string;
  ip: string;
}

/** Counts a homeowner's answer, in real time and for all processes together. Throws RATE_LIMITED. */
export const countAnswer = async (deps: LimitDeps, { token, ip }: Asker): Promise<void> => {
  await createRateLimit(deps, BY_NETWORK).consume(networkOf(ip));
  await createRateLimit(deps, BY_TOKEN).consume(token);
};

/** Counts a homeowner's question, which is also an answer. Throws RATE_LIMITED. */
export const countQuestion = async (deps: LimitDeps, asker: Asker): Promise<void> => {
  await countAnswer(deps, asker);
  await createRateLimit(deps, QUESTIONS).consume(asker.token);
};

/** Counts a message to the company's assistant. Throws RATE_LIMITED. */
export const countChat = async (deps: LimitDeps, { token, ip }: Asker): Promise<void> => {
  await createRateLimit(deps, CHAT_BY_NETWORK).consume(networkOf(ip));
  await createRateLimit(deps, CHAT_BY_TOKEN).consume(token);
};

/** Counts a request with an invalid link. */
export const countMiss = (deps: LimitDeps, ip: string): Promise<void> =>
  createRateLimit(deps, MISSES).consume(networkOf(ip));

/** Counts a PDF before it is rendered. Throws RATE_LIMITED. */
export const countDrawing = async (deps: LimitDeps, { token, ip }: Asker): Promise<void> => {
  await createRateLimit(deps, DRAWN_BY_NETWORK).consume(networkOf(ip));
  await createRateLimit(deps, DRAWN_BY_TOKEN).consume(token);
};
