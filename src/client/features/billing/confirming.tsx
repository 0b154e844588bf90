import { Button, buttonClass } from '../../ui/button.tsx';
import type { Opened } from './use-purchase.ts';

/** Back from the payment page, while the server has not heard of the payment yet. */
export function Confirming({ waiting, onCheckAgain }: { waiting: boolean; onCheckAgain: () => void }) {
  return (
    <section className="confirming" aria-live="polite">
      <h1>{waiting ? 'Confirming your payment' : 'Your payment is not confirmed yet'}</h1>
      {waiting ? (
        <>
          <div className="dim" aria-hidden="true">
            a few seconds
          </div>
          <p className="muted">
            Stripe is telling us about it. This page goes on to your dashboard by itself; there is nothing to press.
          </p>
        </>
      ) : (
        <>
          <p className="muted">
            Stripe has not told us about it so far. That can take a few minutes. If you paid, nothing is lost, and you
            need not pay again. If you did not, nothing was charged.
          </p>
          <Button variant="primary" className="justify-self-start" onClick={onCheckAgain}>
            Check again
          </Button>
        </>
      )}
    </section>
  );
}

/** While the payment page is open in another window. */
export function Paying({ opened, onBack }: { opened: Opened; onBack: () => void }) {
  return (
    <section className="confirming" aria-live="polite">
      <h1>Finish on the payment page</h1>
      <p className="muted">
        {opened.blocked
          ? 'Your browser opened no new window. Open the payment page yourself; this page goes on to your dashboard once the payment is in.'
          : 'It is open in another window. Once the payment is in, this page goes on to your dashboard by itself.'}
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
