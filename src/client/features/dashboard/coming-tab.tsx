import type { ReactNode } from 'react';
import { Link } from '../../lib/router.tsx';
import { Note } from '../../ui/banner.tsx';
import { type Tab, TAB_LABEL, tabAddress } from './tabs.ts';

/** A placeholder for a tab that isn't built yet. It says what the tab will contain. */
export function ComingTab({ tab, children }: { tab: Tab; children: ReactNode }) {
  return (
    <div className="stack max-w-[680px]">
      <h1>{TAB_LABEL[tab]}</h1>
      <Note>{children} This tab isn’t ready yet.</Note>
      <p>
        <Link to={tabAddress('leads')}>Back to Customer Leads</Link>
      </p>
    </div>
  );
}
