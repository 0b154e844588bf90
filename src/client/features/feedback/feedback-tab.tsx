import { ComingTab } from '../dashboard/coming-tab.tsx';

/** Not built yet, and says so. */
export default function FeedbackTab() {
  return <ComingTab tab="feedback">You will write to us from here.</ComingTab>;
}
