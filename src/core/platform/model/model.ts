import type { z } from 'zod';
import type { Config } from '../config.ts';

/** A message of the conversation so far. */
export interface ModelMessage {
  role: 'user' | 'assistant';
  content: string;
}

/** A function that the model can call. It runs in this process. The model sees only its return value, as JSON. */
export interface ModelTool {
  description: string;
  input: z.ZodType;
  /** Throws if the arguments are invalid. The model is then given the error and may try again. */
  run: (given: unknown) => unknown;
}

/** Creates a tool whose `run` gets only valid arguments. */
export const modelTool = <Input extends z.ZodType>(
  description: string,
  input: Input,
  run: (given: z.infer<Input>) => unknown,
): ModelTool => ({ description, input, run: (given) => run(input.parse(given)) });

export interface ModelCall {
  instructions: string;
  messages: readonly ModelMessage[];
  tools: Readonly<Record<string, ModelTool>>;
  /** Aborts the model call. */
  signal: AbortSignal | undefined;
}

/** Token counts from the provider, or estimates if it doesn't report them. */
export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
}

export const MODEL_FAILURES = ['unavailable', 'slow', 'broken', 'steps', 'too_long', 'empty', 'aborted'] as const;
/**
 * Why there is no answer. 'unavailable': the provider rejected the request or couldn't be reached. 'slow': it timed
 * out. 'broken': the response ended early. 'steps': it called tools too many times. 'too_long' and 'empty': the answer
 * is too long or empty. 'aborted': `signal` aborted the call.
 */
export type ModelFailure = (typeof MODEL_FAILURES)[number];
export type ModelResult = { usage: ModelUsage } & ({ text: string } | { failure: ModelFailure });

/** Maximum number of model calls for one answer. The model may call tools in each. */
export const MOST_STEPS = 5;
export const MOST_OUTPUT_TOKENS = 400;

/** The settings for reaching the model. */
export interface ModelSettings {
  baseUrl: string;
  apiKey: string | undefined;
  /** The model's name at the provider. */
  model: string;
  protocol: 'openai' | 'anthropic';
  /** Maximum time until the first words or the first tool call of a step, in milliseconds. */
  firstWordMs: number;
  /** Maximum time for the entire answer, in milliseconds. */
  answerMs: number;
}

const ANTHROPIC = /^anthropic:/;
const ANTHROPIC_HOST = /(^|\.)anthropic\.com$/;

/**
 * Reads the model's settings; undefined if no model is configured. Hosts at anthropic.com and models named
 * 'anthropic:…' use Anthropic's protocol. All others use the OpenAI-compatible one.
 */
export function modelSettings(config: Config): ModelSettings | undefined {
  const { AI_BASE_URL: baseUrl, AI_MODEL: named, AI_API_KEY: apiKey } = config;
  if (baseUrl === undefined) return undefined;
  const isAnthropic = ANTHROPIC.test(named) || ANTHROPIC_HOST.test(new URL(baseUrl).hostname);
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    apiKey,
    model: named.replace(ANTHROPIC, ''),
    protocol: isAnthropic ? 'anthropic' : 'openai',
    firstWordMs: config.AI_FIRST_WORD_MS,
    answerMs: config.AI_ANSWER_MS,
  };
}

/**
 * Returns the cost of tokens in millionths of a dollar. A price in dollars per million tokens equals millionths of a
 * dollar per token.
 */
export const costMicros = (
  { inputTokens, outputTokens }: ModelUsage,
  { AI_INPUT_PRICE, AI_OUTPUT_PRICE }: Pick<Config, 'AI_INPUT_PRICE' | 'AI_OUTPUT_PRICE'>,
): number => Math.ceil(inputTokens * AI_INPUT_PRICE + outputTokens * AI_OUTPUT_PRICE);

/** Estimates the number of tokens in a text: about one per four characters. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);
