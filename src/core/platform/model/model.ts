import type { z } from 'zod';
import type { Config } from '../config.ts';

/** One message of what was said so far. */
export interface ModelMessage {
  role: 'user' | 'assistant';
  content: string;
}

/** A function that the model may call. It runs in this process; what it returns, as JSON, is all that the model sees. */
export interface ModelTool {
  description: string;
  input: z.ZodType;
  /** Throws for invalid arguments; the model is told so and may try again. */
  run: (given: unknown) => unknown;
}

/** A tool whose `run` gets valid arguments only. */
export const modelTool = <Input extends z.ZodType>(
  description: string,
  input: Input,
  run: (given: z.infer<Input>) => unknown,
): ModelTool => ({ description, input, run: (given) => run(input.parse(given)) });

export interface ModelCall {
  instructions: string;
  messages: readonly ModelMessage[];
  tools: Readonly<Record<string, ModelTool>>;
  /** Ends the call early. */
  signal: AbortSignal | undefined;
}

/** Tokens as the provider counts them; estimated where it doesn't say. */
export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
}

export const MODEL_FAILURES = ['unavailable', 'slow', 'broken', 'steps', 'too_long', 'empty', 'aborted'] as const;
/**
 * Why there is no answer: the provider refused or can't be reached, was too slow, broke off, called tools without end,
 * said too much or nothing, or `signal` ended the call.
 */
export type ModelFailure = (typeof MODEL_FAILURES)[number];
export type ModelResult = { usage: ModelUsage } & ({ text: string } | { failure: ModelFailure });

/** The most times that a model is asked for one answer; each time it may call tools. */
export const MOST_STEPS = 5;
export const MOST_OUTPUT_TOKENS = 400;

/** Where the model is, or undefined without one. */
export interface ModelSettings {
  baseUrl: string;
  apiKey: string | undefined;
  /** As the provider names it. */
  model: string;
  protocol: 'openai' | 'anthropic';
  /** Until the first words or the first tool call of a step, in milliseconds. */
  firstWordMs: number;
  /** For the whole answer. */
  answerMs: number;
}

const ANTHROPIC = /^anthropic:/;
const ANTHROPIC_HOST = /(^|\.)anthropic\.com$/;

/**
 * Reads where the model is. Anthropic's own protocol is spoken to hosts of anthropic.com, and anywhere for a model named
 * 'anthropic:…'; everything else is an OpenAI-compatible API.
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

/** What tokens cost, in millionths of a dollar: a price in dollars per million tokens is one in millionths per token. */
export const costMicros = (
  { inputTokens, outputTokens }: ModelUsage,
  { AI_INPUT_PRICE, AI_OUTPUT_PRICE }: Pick<Config, 'AI_INPUT_PRICE' | 'AI_OUTPUT_PRICE'>,
): number => Math.ceil(inputTokens * AI_INPUT_PRICE + outputTokens * AI_OUTPUT_PRICE);

/** Four characters are about one token. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);
