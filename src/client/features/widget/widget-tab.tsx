import { ComingTab } from '../dashboard/coming-tab.tsx';

/** Not built yet, and says so. */
export default function WidgetTab() {
  return <ComingTab tab="widget">The code that puts your prices on your website will be made here.</ComingTab>;
}
