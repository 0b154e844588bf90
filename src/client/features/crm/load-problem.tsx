import { problemOf } from '../../lib/errors.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

interface LoadProblemProps {
  /** The data that couldn't be loaded: 'organizations', 'pipelines' or 'deals' (spec, section 8). */
  what: string;
  query: { isError: boolean; error: unknown; refetch: () => Promise<unknown> };
}

/** Explains what couldn't be loaded and why, with a button that tries again. */
export function LoadProblem({ what, query }: LoadProblemProps) {
  if (!query.isError) return null;
  return (
    <Banner action={<Button onClick={() => void query.refetch()}>Try again</Button>}>
      Failed to load {what}: {problemOf(query.error).message}
    </Banner>
  );
}
