import { z } from 'zod';

const text = z
  .union([z.string(), z.array(z.object({ text: z.string() }))])
  .nullish()
  .transform((content) =>
    typeof content === 'string' ? content : (content ?? []).map((part) => part.text).join('\n'),
  );

/** The part of an OpenAI-compatible chat request that the stand-in reads. */
export const chatRequest = z.object({
  model: z.string(),
  stream: z.boolean().default(false),
  messages: z.array(z.object({ role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']), content: text })),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).default([]),
});
export type ChatRequest = z.infer<typeof chatRequest>;
