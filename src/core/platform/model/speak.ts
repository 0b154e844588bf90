import type { LanguageModel, TextStreamPart, ToolSet } from 'ai';
import { loadOnce } from '../load-once.ts';
import {
  type ModelCall,
  type ModelFailure,
  type ModelResult,
  type ModelSettings,
  type ModelTool,
  type ModelUsage,
  MOST_OUTPUT_TOKENS,
  MOST_STEPS,
  tokensOf,
} from './model.ts';

/** Maximum length of an answer in characters. Needed because a provider may ignore the token limit. */
const LONGEST = 4_000;
/** The highest plausible token count for a step. Higher counts are ignored. */
const MOST_TOKENS = 10_000_000;

// Loaded for the first answer only. The packages need memory, and many processes never use a model.
const loadPackages = loadOnce(async () => {
  const [ai, openai, anthropic] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
    import('@ai-sdk/anthropic'),
  ]);
  return { ai, openai, anthropic };
});
type Packages = Awaited<ReturnType<typeof loadPackages>>;

/**
 * Gets one answer from the model and runs the tools that it calls. The answer is streamed, so that a slow provider can
 * be abandoned after `firstWordMs`. If `call.signal` aborts, the request to the provider ends. Provider failures are
 * returned, not thrown or retried, because the caller has a fallback.
 */
export async function speak(settings: ModelSettings, call: ModelCall): Promise<ModelResult> {
  const packages = await loadPackages();
  const { streamText, stepCountIs } = packages.ai;
  const ended = new AbortController();
  const answer = streamText({
    model: languageModel(packages, settings),
    instructions: call.instructions,
    messages: [...call.messages],
    tools: toolSet(packages, call.tools),
    // Tools run one at a time, in the order of the calls, because they change the same conversation.
    toolCallConcurrency: 1,
    stopWhen: stepCountIs(MOST_STEPS),
    maxOutputTokens: MOST_OUTPUT_TOKENS,
    maxRetries: 0,
    timeout: { firstChunkMs: settings.firstWordMs, totalMs: settings.answerMs },
    abortSignal: AbortSignal.any([ended.signal, ...(call.signal === undefined ? [] : [call.signal])]),
    // Errors also arrive as parts of the stream.
    onError: () => undefined,
  });
  const reading = new Reading(call);
  try {
    for await (const part of answer.stream) {
      const failure = reading.take(part);
      if (failure !== undefined) return { usage: reading.usage(), failure };
    }
  } catch (error) {
    return { usage: reading.usage(), failure: reading.failureOf(error) };
  } finally {
    // Disconnects from a provider that is still sending.
    ended.abort();
  }
  return reading.result();
}

function languageModel({ openai, anthropic }: Packages, settings: ModelSettings): LanguageModel {
  const { baseUrl: baseURL, apiKey, model, protocol } = settings;
  if (protocol === 'anthropic')
    return anthropic.createAnthropic({ baseURL, apiKey: apiKey ?? '', fetch: boundedFetch })(model);
  const name = 'openai-compatible';
  const key = apiKey === undefined ? {} : { apiKey };
  return openai.createOpenAICompatible({ name, baseURL, includeUsage: true, fetch: boundedFetch, ...key })(model);
}

const toolSet = ({ ai }: Packages, tools: Readonly<Record<string, ModelTool>>): ToolSet =>
  Object.fromEntries(
    Object.entries(tools).map(([name, { description, input, run }]) => [
      name,
      ai.tool({ description, inputSchema: input, execute: (given: unknown) => Promise.resolve(run(given)) }),
    ]),
  );

/** Returns the provider's token count. If it's missing or implausible, returns the estimate. */
const counted = (tokens: number | undefined, estimate: number): number =>
  tokens !== undefined && tokens >= 0 && tokens <= MOST_TOKENS ? Math.ceil(tokens) : estimate;

/** Collects an answer's parts as they arrive. */
class Reading {
  readonly #call: ModelCall;
  readonly #asked: string;
  #text = '';
  #finished = '';
  /** The tokens used by the finished steps. `#open` is the number of characters in the current step. */
  #usage: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  #open = 0;
  /** Whether any words or tool calls have arrived. */
  #isBegun = false;

  constructor(call: ModelCall) {
    this.#call = call;
    this.#asked = call.instructions + JSON.stringify(call.messages);
  }

  /** Adds a part. Returns a failure if the rest of the answer shouldn't be read. */
  take(part: TextStreamPart<ToolSet>): ModelFailure | undefined {
    if (part.type === 'start-step') this.#text = '';
    else if (part.type === 'text-delta') {
      this.#isBegun = true;
      this.#text += part.text;
      this.#open += part.text.length;
      if (this.#text.length > LONGEST) return 'too_long';
    } else if (part.type === 'tool-input-start') this.#isBegun = true;
    else if (part.type === 'tool-input-delta') {
      this.#open += part.delta.length;
      if (this.#open > LONGEST) return 'too_long';
    } else if (part.type === 'reasoning-delta') this.#open += part.text.length;
    else if (part.type === 'finish-step') {
      const { inputTokens, outputTokens } = part.usage;
      this.#usage = this.#with(
        counted(inputTokens, tokensOf(this.#asked)),
        counted(outputTokens, Math.ceil(this.#open / 4)),
      );
      this.#open = 0;
      this.#finished = part.finishReason;
    } else if (part.type === 'error') return this.failureOf(part.error);
    else if (part.type === 'abort') return this.#call.signal?.aborted ? 'aborted' : 'slow';
    return undefined;
  }

  failureOf(error: unknown): ModelFailure {
    if (this.#call.signal?.aborted) return 'aborted';
    if (error instanceof Error && /timeout|abort/i.test(error.name)) return 'slow';
    return this.#isBegun ? 'broken' : 'unavailable';
  }

  result(): ModelResult {
    const usage = this.usage();
    if (this.#finished === 'tool-calls') return { usage, failure: 'steps' };
    if (this.#finished !== 'stop' && this.#finished !== 'length') return { usage, failure: 'broken' };
    if (this.#finished === 'length') return { usage, failure: 'too_long' };
    const text = this.#text.trim();
    return text === '' ? { usage, failure: 'empty' } : { usage, text };
  }

  /** Returns the tokens used so far. A step that ended early counts too, because the provider charges for it. */
  usage(): ModelUsage {
    return this.#open === 0 ? this.#usage : this.#with(tokensOf(this.#asked), Math.ceil(this.#open / 4));
  }

  #with(inputTokens: number, outputTokens: number): ModelUsage {
    return {
      inputTokens: this.#usage.inputTokens + inputTokens,
      outputTokens: this.#usage.outputTokens + outputTokens,
    };
  }
}

/**
 * Maximum number of bytes read from a response. Even the longest real answer, including its reasoning, is far shorter.
 */
const MOST_BYTES = 4_000_000;

/**
 * Works like `fetch`, but for a model provider. Doesn't follow redirects, because they could send the key and the
 * conversation to another server. Rejects responses over 4 MB. The limit includes error responses, which the client
 * reads completely.
 */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  let left = MOST_BYTES;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      left -= part.byteLength;
      if (left < 0) controller.error(new Error('The response is too long'));
      else controller.enqueue(part);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bounded), { status, statusText, headers });
};
