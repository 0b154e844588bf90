import { type ComponentType, Suspense } from 'react';
import { lazyPart } from '../../lib/parts.ts';
import { useMay } from '../../lib/role.ts';
import { SectionLinks } from '../../ui/section-links.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type Section, SECTION_LABEL, sectionAddress, sectionsFor, TAB_LABEL } from '../dashboard/tabs.ts';
import { SettingsFor } from '../team/settings-for.tsx';
import './account.css';

/** Each section's code is loaded when the section is first opened. */
const SECTION: Record<Section, ComponentType> = {
  account: lazyPart(() => import('./account-section.tsx')),
  company: lazyPart(() => import('../company/company-section.tsx')),
  payments: lazyPart(() => import('../payments/payments-section.tsx')),
  terms: lazyPart(() => import('../company/terms-section.tsx')),
  workflow: lazyPart(() => import('../follow-ups/workflow-section.tsx')),
};

function SectionNav({ section }: { section: Section }) {
  const sections = sectionsFor(useMay().office);
  if (sections.length < 2) return null;
  return (
    <SectionLinks
      label="Admin"
      current={section}
      sections={sections.map((one) => ({ key: one, label: SECTION_LABEL[one], to: sectionAddress(one) }))}
    />
  );
}

/** The contractor's settings (spec, section 2). */
export default function AdminTab({ section: asked }: { section: Section }) {
  const section = sectionsFor(useMay().office).find((one) => one === asked) ?? 'account';
  const Content = SECTION[section];
  return (
    <div className="stack gap-6">
      <h1>{TAB_LABEL.admin}</h1>
      <SectionNav section={section} />
      <Suspense key={section} fallback={<SkeletonRows rows={5} label={`Loading ${SECTION_LABEL[section]}`} />}>
        {section === 'account' || section === 'company' ? (
          <Content />
        ) : (
          <SettingsFor>
            <Content />
          </SettingsFor>
        )}
      </Suspense>
    </div>
  );
}
