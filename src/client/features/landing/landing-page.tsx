import { lazy, Suspense, useEffect, useState } from 'react';
import { productName, supportEmail } from '../../lib/product.ts';
import { Link } from '../../lib/router.tsx';
import { usePageTitle } from '../../lib/title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Dimension, Money } from '../../ui/figures.tsx';
import { Logo } from '../../ui/logo.tsx';
import { authAddress } from '../auth/auth-place.ts';
import { FenceLine } from './fence-line.tsx';
import { HowItWorks } from './how-it-works.tsx';
import './landing.css';
import { useDemoCompany } from './use-demo-widget.ts';
import { PLANS } from '#shared/features/billing/plans.ts';
import { PlanCards } from '../billing/plan-cards.tsx';
import { planLabel } from '../billing/plan-words.ts';
import { FilePen } from 'lucide-react';
import { FenceRun } from '../../ui/fence-run.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

export type Visitor = 'unknown' | 'nobody' | 'known';

const isSignedIn = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'result' in answer &&
  typeof answer.result === 'object' &&
  answer.result !== null &&
  'data' in answer.result &&
  answer.result.data !== null;

/**
 * Returns whether a user is signed in. The page renders before the server responds. For a visitor who isn't signed in,
 * this request is the page's only tRPC call, so it's made without the tRPC client. If the request fails, the page looks
 * the same as for such a visitor.
 */
const useVisitor = (): Visitor => {
  const [visitor, setVisitor] = useState<Visitor>('unknown');
  useEffect(() => {
    const ending = new AbortController();
    fetch('/trpc/auth.session', { signal: ending.signal })
      .then(async (response) => setVisitor(isSignedIn(await response.json()) ? 'known' : 'nobody'))
      .catch(() => undefined);
    return () => ending.abort();
  }, []);
  return visitor;
};

const SignedInPlans = lazy(() => import('./signed-in-plans.tsx'));

const strangers = (
  <PlanCards
    plans={PLANS}
    action={({ id }) => (
      <Link
        to={authAddress('sign-up', { plan: id })}
        className={buttonClass(id === 'starter' ? 'primary' : 'default', 'btn-block')}
      >
        {planLabel(id, false)}
      </Link>
    )}
  />
);

/** The plan cards. For a signed-in user, their buttons open the payment page. */
function LandingPlans({ visitor }: { visitor: Visitor }) {
  return (
    <section className="l-sec l-w" id="pricing" aria-labelledby="pricing-title">
      <h2 id="pricing-title">Choose Your Plan</h2>
      {visitor === 'known' ? (
        <Suspense fallback={strangers}>
          <SignedInPlans />
        </Suspense>
      ) : (
        strangers
      )}
    </section>
  );
}

const PRICE_CENTS = 354_208;

/** A lead as it appears in the dashboard. It's built from the dashboard's own components instead of an image. */
function LeadFragment() {
  return (
    <div className="l-card" aria-hidden="true">
      <div className="card l-lead">
        <div className="row between items-start">
          <div className="grow">
            <p className="l-name">Marisol Vega</p>
            <p className="sm muted">2217 Sagebrush Ln, Boise, ID 83709</p>
          </div>
          <StatusBadge status="new" />
        </div>
        <div>
          <FenceRun perimeter={184} gates={1} material="Vinyl" width={372} height={92} />
          <div className="mt-1.5">
            <Dimension>184 ft</Dimension>
          </div>
        </div>
        <div className="row between">
          <span className="sm muted">Vinyl, 1 gate</span>
          <Money cents={PRICE_CENTS} className="l-price" />
        </div>
        <span className="btn">
          <FilePen className="i" /> View &amp; Send Estimate
        </span>
      </div>
    </div>
  );
}

const TryWidget = lazy(() => import('./try-widget.tsx'));

const JOB = [
  {
    time: 'Thu, 7:42 AM',
    title: 'A homeowner asks for a price',
    text: '184 ft of vinyl and a gate, on your own website.',
  },
  { time: '7:43 AM', title: 'Your email is in her inbox', text: 'Her name, her footage, your price.' },
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
      <Dimension>26 hours from request to deposit</Dimension>
    </div>
  );
}

/** `/`: a product description, a working widget to try, and the plans. The page doesn't wait for the server. */
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
              <h1>Homeowners have a price before you’ve rolled up the tape.</h1>
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
