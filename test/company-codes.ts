import type { DeliveryLab } from './delivery.ts';

const SIX_DIGITS = /(?<!\d)\d{6}(?!\d)/;

/**
 * Returns the six digits in the newest email or text that the sandbox received for this email address or phone. Throws
 * if there's none.
 */
export function lastCodeTo(lab: Pick<DeliveryLab, 'mails' | 'texts'>, to: string): string {
  const sent = (to.includes('@') ? lab.mails(to) : lab.texts(to)).at(-1);
  const code = SIX_DIGITS.exec(sent?.text ?? '')?.[0];
  if (code === undefined) throw new Error(`no code was sent to ${to}`);
  return code;
}

/** Returns a six-digit code that differs from this one. */
export const wrongFor = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
