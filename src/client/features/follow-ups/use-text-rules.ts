import { useEffect, useState } from 'react';
import type * as TextRules from '#shared/features/messages/sms-text.rules.ts';

/**
 * Loads the functions that compose and measure texts. They're large, so they're loaded only when a message is first
 * shown, or once they're `needed`.
 */
export const useTextRules = (needed = true): typeof TextRules | undefined => {
  const [rules, setRules] = useState<typeof TextRules>();
  useEffect(() => {
    if (!needed) return;
    let left = false;
    void import('#shared/features/messages/sms-text.rules.ts').then((loaded) => {
      if (!left) setRules(loaded);
    });
    return () => {
      left = true;
    };
  }, [needed]);
  return rules;
};
