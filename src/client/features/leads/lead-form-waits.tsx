import { problemOf } from '../../lib/errors.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

interface LeadFormWaitsProps {
  title: string;
  queries: readonly { isError: boolean; error: unknown; refetch: () => Promise<unknown> }[];
  onClose: () => void;
}

/** Shown instead of the lead dialog while its data is loading or if loading failed. */
export function LeadFormWaits({ title, queries, onClose }: LeadFormWaitsProps) {
  const failed = queries.filter((query) => query.isError);
  return (
    <Dialog open onClose={onClose} width={640} title={title} bodyClassName="pad">
      {failed[0] ? (
        <Banner
          action={<Button onClick={() => void Promise.all(failed.map((query) => query.refetch()))}>Try again</Button>}
        >
          {problemOf(failed[0].error).message}
        </Banner>
      ) : (
        <SkeletonRows rows={6} height={74} label="Loading" />
      )}
    </Dialog>
  );
}
