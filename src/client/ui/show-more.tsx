import { Button } from './button.tsx';

/** The state of an infinite query's next page. */
interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** The button below a list that loads the next page. Shows nothing if there's no next page. */
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
