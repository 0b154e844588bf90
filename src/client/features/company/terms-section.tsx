import { Note } from '../../ui/banner.tsx';

/** Not built yet, and says so. */
export default function TermsSection() {
  return (
    <div className="max-w-[680px]">
      <Note>The terms and conditions of your estimates will be edited here. It is not ready yet.</Note>
    </div>
  );
}
