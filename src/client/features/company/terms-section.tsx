import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TermsEditor } from './terms-editor.tsx';

/** The terms of future estimates (spec, section 2). Estimates that were already sent keep their terms. */
export default function TermsSection() {
  const terms = trpc.terms.get.useQuery();
  if (terms.data) return <TermsEditor stored={terms.data.text} />;
  if (terms.isPending) return <SkeletonRows rows={6} height={72} label="Loading your terms" />;
  return (
    <Banner action={<Button onClick={() => void terms.refetch()}>Try again</Button>}>
      {problemOf(terms.error).message}
    </Banner>
  );
}
