import { Button, buttonClass } from '../../ui/button.tsx';
import type { Opened } from './use-purchase.ts';

/** Shown after returning from the payment page, until the server learns of the payment. */
export function Confirming({ waiting, onCheckAgain }: { waiting: boolean; onCheckAgain: () => void }) {
  return (
    <section className="confirming" aria-live="polite">
      <h1>{waiting ? 'Confirming your payment' : 'Your payment isn’t confirmed yet'}</h1>
      {waiting ? (
        <>
          <div className="dim" aria-hidden="true">
            a few seconds
          </div>
          <p className="muted">We’re waiting for Stripe. Your dashboard will open automatically.</p>
        </>
      ) : (
        <>
          <p className="muted">
            We haven’t heard from Stripe yet. This can take a few minutes. If you paid, don’t pay again. If you didn’t,
            you weren’t charged.
          </p>
          <Button variant="primary" className="justify-self-start" onClick={onCheckAgain}>
            Check again
          </Button>
        </>
      )}
    </section>
  );
}

/** Shown while the payment page is open in another window. */
export function Paying({ opened, onBack }: { opened: Opened; onBack: () => void }) {
  return (
    <section className="confirming" aria-live="polite">
      <h1>Finish on the payment page</h1>
      <p className="muted">
        {opened.blocked
          ? 'Your browser blocked the new window. Open the payment page yourself. Your dashboard opens here after you pay.'
          : 'The payment page is open in another window. Your dashboard opens here after you pay.'}
      </p>
      <div className="row flex-wrap">
        <a
          className={buttonClass(opened.blocked ? 'primary' : 'default')}
          href={opened.url}
          target="_blank"
          rel="noopener"
        >
          {opened.blocked ? 'Open the payment page' : 'Open the payment page again'}
        </a>
        <Button variant="quiet" onClick={onBack}>
          Choose another plan
        </Button>
      </div>
    </section>
  );
}
