import { createRateLimit, type LimitDeps } from '#core/platform/rate-limit.ts';
import { networkOf } from '#shared/primitives/network.ts';

const TEN_MINUTES = 600;
const message = 'Too many requests. Wait a few minutes and try again';

/** Answers by one link: a person needs three or four. */
const BY_TOKEN = { name: 'estimate-token', points: 20, durationSeconds: TEN_MINUTES, message };
/** Answers from one network, a whole office behind it. */
const BY_NETWORK = { name: 'estimate-ip', points: 60, durationSeconds: TEN_MINUTES, message };
/** Each becomes an email to the contractor. */
const QUESTIONS = { name: 'estimate-ask', points: 8, durationSeconds: 6 * TEN_MINUTES, message };
/** Links from one network that open nothing. */
const MISSES = { name: 'estimate-miss', points: 60, durationSeconds: TEN_MINUTES, message };
/** PDFs that were not drawn before, by one link: its options, and what changes while it is looked at. */
const DRAWN_BY_TOKEN = { name: 'estimate-pdf-token', points: 10, durationSeconds: TEN_MINUTES, message };
/** The same from one network: a drawing takes a processor 100 ms. */
const DRAWN_BY_NETWORK = { name: 'estimate-pdf-network', points: 60, durationSeconds: TEN_MINUTES, message };

interface Asker {
  token: string;
  ip: string;
}

/** Counts an answer of a homeowner, in real time and in every process together. Throws RATE_LIMITED. */
export const countAnswer = async (deps: LimitDeps, { token, ip }: Asker): Promise<void> => {
  await createRateLimit(deps, BY_NETWORK).consume(networkOf(ip));
  await createRateLimit(deps, BY_TOKEN).consume(token);
};

/** The same for a question. */
export const countQuestion = async (deps: LimitDeps, asker: Asker): Promise<void> => {
  await countAnswer(deps, asker);
  await createRateLimit(deps, QUESTIONS).consume(asker.token);
};

/** Counts a link that opened nothing. */
export const countMiss = (deps: LimitDeps, ip: string): Promise<void> =>
  createRateLimit(deps, MISSES).consume(networkOf(ip));

/** Counts a PDF that is about to be drawn. Throws RATE_LIMITED. */
export const countDrawing = async (deps: LimitDeps, { token, ip }: Asker): Promise<void> => {
  await createRateLimit(deps, DRAWN_BY_NETWORK).consume(networkOf(ip));
  await createRateLimit(deps, DRAWN_BY_TOKEN).consume(token);
};
