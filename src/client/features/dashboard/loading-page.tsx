import { PanelLeft } from 'lucide-react';
import { productName } from '../../lib/product.ts';
import { useSearch } from '../../lib/router.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ConnectionLine } from './connection-line.tsx';
import { SideTabs } from './side-nav.tsx';
import { tabOf } from './tabs.ts';

/**
 * The dashboard's layout without data, shown until the session is loaded. It's also the HTML of `/dashboard`
 * (`frames.tsx`), so it's painted before any script has run. Without `dashboard`, it has no menu and no title.
 */
export function LoadingPage({ dashboard = true }: { dashboard?: boolean }) {
  const tab = tabOf(useSearch());
  return (
    <div className="shell">
      <div className="side desk">{dashboard && <SideTabs tab={tab} unread={0} newLeads={0} />}</div>
      <div className="min-w-0">
        <div className="top">
          {dashboard && (
            <>
              <span className="btn btn-icon">
                <PanelLeft className="i" aria-hidden />
              </span>
              <strong className="grow cut">{productName} Dashboard</strong>
            </>
          )}
        </div>
        <ConnectionLine />
        <main className="main">
          <h1 className="sr-only">Loading</h1>
          <SkeletonRows rows={6} label="Loading the dashboard" />
        </main>
      </div>
    </div>
  );
}
