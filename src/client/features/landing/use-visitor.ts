import { useEffect, useState } from 'react';

export type Visitor = 'unknown' | 'nobody' | 'known';

const isSignedIn = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'result' in answer &&
  typeof answer.result === 'object' &&
  answer.result !== null &&
  'data' in answer.result &&
  answer.result.data !== null;

/**
 * Whether someone is signed in. The page is drawn before that is known, and without the tRPC client: this is the
 * only thing it asks of it. Where no answer comes, it stays the page for strangers.
 */
export const useVisitor = (): Visitor => {
  const [visitor, setVisitor] = useState<Visitor>('unknown');
  useEffect(() => {
    const ending = new AbortController();
    fetch('/trpc/auth.session', { signal: ending.signal })
      .then(async (response) => setVisitor(isSignedIn(await response.json()) ? 'known' : 'nobody'))
      .catch(() => undefined);
    return () => ending.abort();
  }, []);
  return visitor;
};
