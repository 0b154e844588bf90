import { Note } from '../../ui/banner.tsx';

/** Not built yet, and says so. */
export default function PaymentsSection() {
  return (
    <div className="max-w-[680px]">
      <Note>
        Your payment account will be connected here, so that homeowners can pay deposits. It is not ready yet.
      </Note>
    </div>
  );
}
