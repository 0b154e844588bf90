import { Suspense } from 'react';
import { problemOf, sayFailed } from '../../lib/errors.ts';
import { useCompany } from '../../lib/company.ts';
import { lazyPart } from '../../lib/parts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import './company.css';
import TeamSection from '../team/team-section.tsx';
import { CompanyEditor } from './company-editor.tsx';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Switch } from '../../ui/switch.tsx';

/** Turns the weekly email about changed figures on or off. */
function WeeklyReportSetting() {
  const utils = trpc.useUtils();
  const { data } = useCompany();
  const { manage } = useMay();
  const update = trpc.company.update.useMutation({
    onSuccess: (saved) => utils.company.get.setData(undefined, saved),
    onError: (error) => sayFailed('We couldn’t save the setting', error),
  });
  if (!data || !manage) return null;
  return (
    <section className="stack max-w-[680px]" aria-labelledby="weekly-report">
      <h2 id="weekly-report">Weekly email</h2>
      <Switch
        label={
          <>
            <span className="block font-semibold">Email me the figures that changed</span>
            <span className="sm muted">
              Sent to {data.email} every Monday morning. Figures are compared with the week before. If none changed, you
              won’t get an email.
            </span>
          </>
        }
        checked={update.isPending ? (update.variables.weeklyReport ?? data.weeklyReport) : data.weeklyReport}
        onChange={(event) => update.mutate({ weeklyReport: event.target.checked })}
      />
    </section>
  );
}

const VisitsSetting = lazyPart(() => import('../visits/visits-setting.tsx'));

/** The company's details that homeowners see on estimates, in emails and in the widget (spec, section 2). */
export default function CompanySection() {
  const company = useCompany();
  if (company.data)
    return (
      <CompanyEditor company={company.data}>
        <WeeklyReportSetting />
        <Suspense fallback={<SkeletonRows rows={2} height={56} label="Loading visits" />}>
          <VisitsSetting />
        </Suspense>
        <TeamSection />
      </CompanyEditor>
    );
  if (company.isPending) return <SkeletonRows rows={7} height={84} label="Loading your company" />;
  return (
    <Banner action={<Button onClick={() => void company.refetch()}>Try again</Button>}>
      {problemOf(company.error).message}
    </Banner>
  );
}
