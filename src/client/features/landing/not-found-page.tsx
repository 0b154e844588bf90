import { Link } from '../../lib/router.tsx';
import { usePageTitle } from '../../lib/title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';

/** An address that leads nowhere. */
export default function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <main className="mx-auto grid min-h-dvh max-w-[560px] content-center px-4">
      <h1 className="sr-only">Page not found</h1>
      <Empty
        title="Page not found"
        actions={
          <>
            <Link className={buttonClass('primary')} to="/dashboard">
              Go to the dashboard
            </Link>
            <Link className={buttonClass()} to="/">
              Back to Home
            </Link>
          </>
        }
      >
        The link may be old or have a typo.
      </Empty>
    </main>
  );
}
