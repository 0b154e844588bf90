import { Note } from '../../ui/banner.tsx';

/** Not built yet, and says so. */
export default function WorkflowSection() {
  return (
    <div className="max-w-[680px]">
      <Note>Channel, days and messages of your follow-ups will be set here. It is not ready yet.</Note>
    </div>
  );
}
