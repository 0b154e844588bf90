import { lazy, Suspense } from 'react';
import { Link, navigate } from '../../lib/router.tsx';
import { Note } from '../../ui/banner.tsx';
import { Select } from '../../ui/input.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type Section, SECTION_LABEL, sectionAddress, SECTIONS, TAB_LABEL } from '../dashboard/tabs.ts';
import './account.css';

const AccountSection = lazy(() => import('./account-section.tsx'));

const HOLDS: Record<Exclude<Section, 'account'>, string> = {
  company: 'Your company’s name, contact details and logo will be set here.',
  payments: 'Your payment account will be connected here, so that homeowners can pay deposits.',
  terms: 'The terms and conditions of your estimates will be edited here.',
  workflow: 'Channel, days and messages of your follow-ups will be set here.',
};

/** The five sections: a row of links, on phones the platform's select. */
function SectionNav({ section }: { section: Section }) {
  return (
    <>
      <nav className="sections desk" aria-label="Admin">
        {SECTIONS.map((one) => (
          <Link key={one} to={sectionAddress(one)} aria-current={one === section ? 'page' : undefined}>
            {SECTION_LABEL[one]}
          </Link>
        ))}
      </nav>
      <label className="field phone">
        <span className="label">Section</span>
        <Select
          value={section}
          onChange={(event) => {
            const chosen = SECTIONS.find((one) => one === event.target.value);
            if (chosen) navigate(sectionAddress(chosen));
          }}
        >
          {SECTIONS.map((one) => (
            <option key={one} value={one}>
              {SECTION_LABEL[one]}
            </option>
          ))}
        </Select>
      </label>
    </>
  );
}

/** The contractor's own settings (spec, section 2); what is not built yet says so. */
export default function AdminTab({ section }: { section: Section }) {
  return (
    <div className="stack gap-6">
      <h1>{TAB_LABEL.admin}</h1>
      <SectionNav section={section} />
      {section === 'account' ? (
        <Suspense fallback={<SkeletonRows rows={5} height={72} label="Loading your account" />}>
          <AccountSection />
        </Suspense>
      ) : (
        <div className="max-w-[680px]">
          <Note>{HOLDS[section]} It is not ready yet.</Note>
        </div>
      )}
    </div>
  );
}
