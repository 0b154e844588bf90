import { smsKeywordsSchema, type SmsKeywords } from '#shared/features/inbox/sms-keywords.schema.ts';
import data from './sms-keywords.json' with { type: 'json' };

let loaded: SmsKeywords | undefined;

/**
 * Returns the keywords for opting out and other replies (C7, C8). The file is validated once. Throws ZodError if it's
 * invalid.
 */
export const loadSmsKeywords = (): SmsKeywords => (loaded ??= smsKeywordsSchema.parse(data));
