import { Link } from '../../lib/router.tsx';
import { productName } from '../../lib/product.ts';
import { usePageTitle } from '../../lib/title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { FenceLine } from './fence-line.tsx';
import './landing.css';

const JOB = [
  {
    time: 'Thu, 7:42 AM',
    title: 'A homeowner asks for a price',
    text: '184 ft of vinyl and a gate, on your own website.',
  },
  { time: '7:43 AM', title: 'Your email is in her inbox', text: 'Her name, her footage, your number.' },
  { time: '4:18 PM', title: 'You send the estimate', text: '$3,542.08, from the truck, in two taps.' },
  { time: 'Mon, 10:00 AM', title: 'The follow-up goes out', text: 'By text or email, until she answers.' },
] as const;

/** `/`: one sentence, two ways in, and a job in four times of day. Plans follow with billing. */
export default function LandingPage() {
  usePageTitle(null);
  return (
    <div className="landing">
      <header className="l-top">
        <div className="l-w row between">
          <Link className="logo" to="/">
            <Logo />
          </Link>
          <Link className={buttonClass('quiet')} to="/auth">
            Sign in
          </Link>
        </div>
      </header>
      <main className="l-hero">
        <div className="l-w l-copy">
          <h1>The price is out before you’ve rolled up the tape.</h1>
          <p>
            {productName} puts your prices on your website, sends the estimate, and follows up by text and email while
            you set posts.
          </p>
          <div className="row flex-wrap">
            <Link className={buttonClass('primary', 'btn-lg')} to="/auth">
              Sign in
            </Link>
            <a className={buttonClass('default', 'btn-lg l-ghost')} href="/widget-demo" target="_blank" rel="noopener">
              Try the widget
            </a>
          </div>
        </div>
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
          <div className="desk">
            <FenceLine />
          </div>
        </div>
      </main>
    </div>
  );
}
