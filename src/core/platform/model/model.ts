import type { z } from 'zod';
import type { Config } from '../config.ts';

export interface ModelMessage {
  role: 'user' | 'assistant';
  content: string;
}

/** A function that the model can call. It runs in this process. The model gets only the return value, as JSON. */
export interface ModelTool {
  description: string;
  input: z.ZodType;
  /** Throws if the arguments are invalid. The model then gets the error and may try again. */
  run: (given: unknown) => unknown;
}

/** Creates a tool that parses the arguments, so that `run` gets only valid arguments. */
export const modelTool = <Input extends z.ZodType>(
  description: string,
  input: Input,
  run: (given: z.infer<Input>) => unknown,
): ModelTool => ({ description, input, run: (given) => run(input.parse(given)) });

export interface ModelCall {
  instructions: string;
  messages: readonly ModelMessage[];
  tools: Readonly<Record<string, ModelTool>>;
  signal: AbortSignal | undefined;
}

/** The provider's token counts, or estimates if the provider reports none. */
export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
}

export const MODEL_FAILURES = ['unavailable', 'slow', 'broken', 'steps', 'too_long', 'empty', 'aborted'] as const;
/**
 * Why there's no answer:
 * - unavailable: the provider rejected the request or couldn't be reached
 * - slow: the provider timed out
 * - broken: the response ended early
 * - steps: the model called tools too many times
 * - too_long: the answer is too long
 * - empty: the answer is empty
 * - aborted: `signal` aborted the call
 */
export type ModelFailure = (typeof MODEL_FAILURES)[number];
export type ModelResult = { usage: ModelUsage } & ({ text: string } | { failure: ModelFailure });

/** Maximum number of model calls for one answer. In each call, the model can request tools. */
export const MOST_STEPS = 5;
export const MOST_OUTPUT_TOKENS = 400;

/** How to reach the model. */
export interface ModelSettings {
  baseUrl: string;
  apiKey: string | undefined;
  /** The provider's name for the model. */
  model: string;
  protocol: 'openai' | 'anthropic';
  /** How long a step may take to produce its first words or tool call, in milliseconds. */
  firstWordMs: number;
  /** How long the entire answer may take, in milliseconds. */
  answerMs: number;
}

const ANTHROPIC = /^anthropic:/;
const ANTHROPIC_HOST = /(^|\.)anthropic\.com$/;

/**
 * Reads the model's settings. Undefined if no model is configured. Hosts under anthropic.com and models named
 * 'anthropic:…' use Anthropic's protocol. All others use the OpenAI-compatible protocol.
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
 * Returns the cost in millionths of a dollar. Prices are in dollars per million tokens, which equals millionths of a
 * dollar per token.
 */
export const costMicros = (
  { inputTokens, outputTokens }: ModelUsage,
  { AI_INPUT_PRICE, AI_OUTPUT_PRICE }: Pick<Config, 'AI_INPUT_PRICE' | 'AI_OUTPUT_PRICE'>,
): number => Math.ceil(inputTokens * AI_INPUT_PRICE + outputTokens * AI_OUTPUT_PRICE);

/** Estimates the number of tokens in a string: one for every four characters. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);
