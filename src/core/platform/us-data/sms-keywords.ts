import { smsKeywordsSchema, type SmsKeywords } from '#shared/features/inbox/sms-keywords.schema.ts';
import data from './sms-keywords.json' with { type: 'json' };

let loaded: SmsKeywords | undefined;

/** Returns the opt-out and other reply keywords (C7, C8), validated once. Throws ZodError if the file is invalid. */
export const loadSmsKeywords = (): SmsKeywords => (loaded ??= smsKeywordsSchema.parse(data));
