import { sentences } from '#shared/primitives/sentence.ts';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { RemindersEditor } from './reminders-editor.tsx';

/** The reminders section, below the follow-up defaults. Reminders are sent even without follow-ups. */
export function RemindersSection({ company }: { company: CompanyView }) {
  const settings = trpc.reminders.settings.useQuery();
  if (settings.data) return <RemindersEditor stored={settings.data} company={company} />;
  if (settings.isPending) return <SkeletonRows rows={5} height={74} label="Loading your automatic reminders" />;
  return (
    <Banner action={<Button onClick={() => void settings.refetch()}>Try again</Button>}>
      <b>We couldn’t load your automatic reminders.</b> {sentences(problemOf(settings.error).message)}
    </Banner>
  );
}
