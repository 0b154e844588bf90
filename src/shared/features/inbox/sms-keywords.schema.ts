import { z } from 'zod';

const words = z.array(z.string().min(1)).min(1);
const byLanguage = z.object({ en: words, es: words });

/** The schema of `sms-keywords.json`: words and phrases in replies, with labeled examples (C7, C8, C12). */
export const smsKeywordsSchema = z.object({
  asOf: z.iso.date(),
  keywords: z.object({ optOut: byLanguage, optIn: byLanguage, help: byLanguage }),
  phrases: z.object({ optOut: byLanguage, guards: byLanguage, unsure: byLanguage }),
  misspellings: words,
  clauseKeywords: z.object({ optOut: words, unsure: words, optOutStart: words }),
  examples: z.array(
    z.object({
      text: z.string(),
      label: z.enum(['opt-out', 'unsure', 'not opt-out']),
      lang: z.string(),
      why: z.string(),
    }),
  ),
});

export type SmsKeywords = z.output<typeof smsKeywordsSchema>;
