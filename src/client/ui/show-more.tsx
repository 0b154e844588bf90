import { Button } from './button.tsx';

/** What an infinite query tells of its next page. */
interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** The button under a list that brings its next page; nothing where there is none. */
export function ShowMore({ query, className = 'justify-self-center' }: { query: Pages; className?: string }) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      className={className}
      working={query.isFetchingNextPage}
      workingText="Loading..."
      onClick={() => void query.fetchNextPage()}
    >
      Show more
    </Button>
  );
}
