import { Note } from '../../ui/banner.tsx';

/** Not built yet, and says so. */
export default function CompanySection() {
  return (
    <div className="max-w-[680px]">
      <Note>Your company’s name, contact details and logo will be set here. It is not ready yet.</Note>
    </div>
  );
}
