import { createRateLimit, type LimitDeps } from '#core/platform/rate-limit.ts';
import { networkOf } from '#shared/primitives/network.ts';

const TEN_MINUTES = 600;
const message = 'Too many requests. Wait a few minutes and try again';

/**
 * Limits how many forms (accept, decline, ask or pay) can be submitted through one link in ten minutes. A homeowner
 * needs at most four.
 */
const BY_TOKEN = { name: 'estimate-token', points: 20, durationSeconds: TEN_MINUTES, message };
/** Limits submitted forms from one network, which an entire office may share. */
const BY_NETWORK = { name: 'estimate-ip', points: 60, durationSeconds: TEN_MINUTES, message };
/** Limits how many questions can be asked through one link per hour. Each question sends an email to the contractor. */
const QUESTIONS = { name: 'estimate-ask', points: 8, durationSeconds: 6 * TEN_MINUTES, message };
/** Limits how often add-ons can be ticked, per link and per network. Each tick is one request in a browser. */
const CHOICE_BY_TOKEN = { name: 'estimate-choose-token', points: 120, durationSeconds: TEN_MINUTES, message };
const CHOICE_BY_NETWORK = { name: 'estimate-choose-network', points: 360, durationSeconds: TEN_MINUTES, message };
/** Limits messages to the company's assistant, per link and per network. */
const CHAT_BY_TOKEN = { name: 'estimate-chat-token', points: 60, durationSeconds: TEN_MINUTES, message };
const CHAT_BY_NETWORK = { name: 'estimate-chat-ip', points: 180, durationSeconds: TEN_MINUTES, message };
/** Limits requests with an invalid link from one network. */
const MISSES = { name: 'estimate-miss', points: 60, durationSeconds: TEN_MINUTES, message };
/**
 * Limits PDFs rendered for one link. Cached PDFs don't count, so a typical link needs one PDF per option, and new ones
 * only after a change.
 */
const DRAWN_BY_TOKEN = { name: 'estimate-pdf-token', points: 10, durationSeconds: TEN_MINUTES, message };
/** Limits PDFs rendered for one network. Each PDF takes 100 ms of CPU time. */
const DRAWN_BY_NETWORK = { name: 'estimate-pdf-network', points: 60, durationSeconds: TEN_MINUTES, message };

/** Limits invoices drawn for one link and one network. They change with each payment, so they aren't stored. */
const INVOICES_BY_TOKEN = { name: 'invoice-token', points: 40, durationSeconds: TEN_MINUTES, message };
const INVOICES_BY_NETWORK = { name: 'invoice-network', points: 240, durationSeconds: TEN_MINUTES, message };

interface Asker {
  token: string;
  ip: string;
}

/** Counts a form that a homeowner submitted. Counts across all processes, by wall-clock time. Throws RATE_LIMITED. */
export const countAnswer = async (deps: LimitDeps, { token, ip }: Asker): Promise<void> => {
  await createRateLimit(deps, BY_NETWORK).consume(networkOf(ip));
  await createRateLimit(deps, BY_TOKEN).consume(token);
};

/** Counts a homeowner's question, both as a question and as a submitted form. Throws RATE_LIMITED. */
export const countQuestion = async (deps: LimitDeps, asker: Asker): Promise<void> => {
  await countAnswer(deps, asker);
  await createRateLimit(deps, QUESTIONS).consume(asker.token);
};

/** Counts a choice of add-ons. Throws RATE_LIMITED. */
export const countChoice = async (deps: LimitDeps, { token, ip }: Asker): Promise<void> => {
  await createRateLimit(deps, CHOICE_BY_NETWORK).consume(networkOf(ip));
  await createRateLimit(deps, CHOICE_BY_TOKEN).consume(token);
};

/** Counts a message to the company's assistant. Throws RATE_LIMITED. */
export const countChat = async (deps: LimitDeps, { token, ip }: Asker): Promise<void> => {
  await createRateLimit(deps, CHAT_BY_NETWORK).consume(networkOf(ip));
  await createRateLimit(deps, CHAT_BY_TOKEN).consume(token);
};

/** Counts a request with an invalid link. Throws RATE_LIMITED. */
export const countMiss = (deps: LimitDeps, ip: string): Promise<void> =>
  createRateLimit(deps, MISSES).consume(networkOf(ip));

/** Counts a PDF before it's rendered. Throws RATE_LIMITED. */
export const countDrawing = async (deps: LimitDeps, { token, ip }: Asker): Promise<void> => {
  await createRateLimit(deps, DRAWN_BY_NETWORK).consume(networkOf(ip));
  await createRateLimit(deps, DRAWN_BY_TOKEN).consume(token);
};

/** Counts an invoice before it's drawn. Throws RATE_LIMITED. */
export const countInvoice = async (deps: LimitDeps, { token, ip }: Asker): Promise<void> => {
  await createRateLimit(deps, INVOICES_BY_NETWORK).consume(networkOf(ip));
  await createRateLimit(deps, INVOICES_BY_TOKEN).consume(token);
};
