import { DEPOSIT_TAG, findUnknownPlaceholders } from '#shared/features/company/default-terms.ts';

/** As on the server (`estimates.schema.ts`), without zod. */
export const MAX_TERMS = 20_000;

/** What is wrong with the terms, a sentence that says what to do; the same rules as `termsUpdateInput`. */
export const termsFault = (text: string): string | undefined => {
  const { length } = text.trim();
  if (length === 0) return 'Write the terms, or keep the default ones';
  if (length > MAX_TERMS) return `Use at most ${MAX_TERMS.toLocaleString('en-US')} characters`;
  const [unknown] = findUnknownPlaceholders(text);
  return unknown && `Unknown tag: ${unknown}. Use ${DEPOSIT_TAG}`;
};

/** '3,210 of 20,000 characters'. */
export const lengthText = (text: string): string =>
  `${text.trim().length.toLocaleString('en-US')} of ${MAX_TERMS.toLocaleString('en-US')} characters`;
