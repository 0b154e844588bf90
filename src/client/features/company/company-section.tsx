import { Suspense } from 'react';
import { problemOf } from '../../lib/errors.ts';
import { useCompany } from '../../lib/company.ts';
import { lazyPart } from '../../lib/parts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import './company.css';
import TeamSection from '../team/team-section.tsx';
import { CompanyEditor } from './company-editor.tsx';
import { WeeklyReportSetting } from './weekly-report-setting.tsx';

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
