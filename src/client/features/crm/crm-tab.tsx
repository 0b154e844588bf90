import { ComingTab } from '../dashboard/coming-tab.tsx';

/** Not built yet, and says so. */
export default function CrmTab() {
  return <ComingTab tab="crm">Organizations, pipelines and deals will be kept here.</ComingTab>;
}
