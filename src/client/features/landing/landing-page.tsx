import { lazy, Suspense } from 'react';
import { productName, supportEmail } from '../../lib/product.ts';
import { Link } from '../../lib/router.tsx';
import { usePageTitle } from '../../lib/title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Dimension } from '../../ui/figures.tsx';
import { Logo } from '../../ui/logo.tsx';
import { authAddress } from '../auth/auth-place.ts';
import { FenceLine } from './fence-line.tsx';
import { HowItWorks } from './how-it-works.tsx';
import './landing.css';
import { LandingPlans } from './landing-plans.tsx';
import { LeadFragment } from './lead-fragment.tsx';
import { useDemoCompany } from './use-demo-widget.ts';
import { useVisitor, type Visitor } from './use-visitor.ts';

const TryWidget = lazy(() => import('./try-widget.tsx'));

const JOB = [
  {
    time: 'Thu, 7:42 AM',
    title: 'A homeowner asks for a price',
    text: '184 ft of vinyl and a gate, on your own website.',
  },
  { time: '7:43 AM', title: 'Your email is in her inbox', text: 'Her name, her footage, your number.' },
  { time: '4:18 PM', title: 'You send the estimate', text: '$3,542.08, from the truck, in two taps.' },
  { time: 'Fri, 10:00 AM', title: 'She signs and pays', text: '$1,771.04 deposit, to your account.' },
] as const;

function Top({ visitor }: { visitor: Visitor }) {
  return (
    <header className="l-top">
      <div className="l-w row between">
        <Link className="logo min-h-[44px]" to="/">
          <Logo />
        </Link>
        <nav className="row gap-1.5" aria-label="Main">
          <a className={buttonClass('quiet', 'desk')} href="#how">
            How it works
          </a>
          <a className={buttonClass('quiet', 'desk')} href="#pricing">
            Pricing
          </a>
          {visitor === 'known' ? (
            <Link className={buttonClass('quiet')} to="/dashboard">
              Dashboard
            </Link>
          ) : (
            <Link className={buttonClass('quiet')} to="/auth">
              Sign in
            </Link>
          )}
        </nav>
      </div>
    </header>
  );
}

function Ways({ visitor, demo }: { visitor: Visitor; demo: boolean }) {
  return (
    <div className="row flex-wrap">
      {visitor === 'known' ? (
        <Link className={buttonClass('primary', 'btn-lg')} to="/dashboard">
          Open the dashboard
        </Link>
      ) : (
        <Link className={buttonClass('primary', 'btn-lg')} to={authAddress('sign-up')}>
          Sign up
        </Link>
      )}
      <a className={buttonClass('default', 'btn-lg l-ghost')} href={demo ? '#widget' : '#how'}>
        {demo ? 'See the widget' : 'How it works'}
      </a>
    </div>
  );
}

function Job() {
  return (
    <div className="l-w l-job">
      <ol className="l-posts">
        {JOB.map(({ time, title, text }) => (
          <li key={title}>
            <i>{time}</i>
            <b>{title}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <FenceLine />
      <Dimension>26 hours, one line</Dimension>
    </div>
  );
}

/** `/`: what it does, the widget to try, the plans. Nothing of it waits for an answer of the server. */
export default function LandingPage() {
  usePageTitle(null, `${productName}: estimates and follow-up for fence contractors`);
  const visitor = useVisitor();
  const demo = useDemoCompany();
  return (
    <div className="landing">
      <a className={buttonClass('default', 'skip')} href="#main">
        Skip to content
      </a>
      <Top visitor={visitor} />
      <main id="main" tabIndex={-1}>
        <div className="l-hero">
          <div className="l-w l-head">
            <div className="l-copy">
              <h1>The price is out before you’ve rolled up the tape.</h1>
              <p>
                {productName} puts your prices on your website, follows up by text and email while you set posts, and
                collects the deposit.
              </p>
              <Ways visitor={visitor} demo={demo !== false} />
            </div>
            <LeadFragment />
          </div>
          <Job />
        </div>
        <HowItWorks />
        {demo && (
          <Suspense fallback={null}>
            <TryWidget />
          </Suspense>
        )}
        <LandingPlans visitor={visitor} />
      </main>
      <footer className="l-foot">
        <div className="l-w row between flex-wrap">
          <span className="logo">
            <Logo />
          </span>
          <nav className="row gap-6 sm" aria-label="About">
            <a href="/terms">Terms</a>
            <a href="/privacy">Privacy</a>
            <a href={`mailto:${supportEmail}`}>Support</a>
          </nav>
        </div>
      </footer>
    </div>
  );
}
