import { smsKeywordsSchema, type SmsKeywords } from '#shared/features/inbox/sms-keywords.schema.ts';
import data from './sms-keywords.json' with { type: 'json' };

let loaded: SmsKeywords | undefined;

/** Words and phrases of replies (C7, C8), checked once. Throws ZodError where the file has a fault. */
export const loadSmsKeywords = (): SmsKeywords => (loaded ??= smsKeywordsSchema.parse(data));
