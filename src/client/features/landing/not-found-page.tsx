import { Link } from '../../lib/router.tsx';
import { usePageTitle } from '../../lib/title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Logo } from '../../ui/logo.tsx';

/** Shown for an unknown URL. */
export default function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <main className="mx-auto grid min-h-dvh max-w-[560px] content-center justify-items-center gap-6 px-4">
      <Link to="/" className="logo logo-tile">
        <Logo />
      </Link>
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
