import { useEffect, useState } from 'react';
import type * as TextRules from '#shared/features/outbox/sms-text.rules.ts';

/** How texts are made and measured; fetched when a message is first looked at, because the measuring is heavy. */
export const useTextRules = (): typeof TextRules | undefined => {
  const [rules, setRules] = useState<typeof TextRules>();
  useEffect(() => {
    let left = false;
    void import('#shared/features/outbox/sms-text.rules.ts').then((loaded) => {
      if (!left) setRules(loaded);
    });
    return () => {
      left = true;
    };
  }, []);
  return rules;
};
