import { type Request, type Response, Router } from 'express';
import { completeAccount } from './accounts.ts';
import { completeSession, readSession } from './checkout.ts';
import { StripeProblem } from './errors.ts';
import { decodeForm } from './form.ts';
import { hostedPage, type HostedPage } from './hosted-page.html.ts';
import type { StripeWorld } from './stripe-world.ts';
import { endSubscription, renewSubscription, updateSubscription } from './subscriptions.ts';

type WithId = Request<{ id: string }>;
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Stripe's hosted pages: checkout, account onboarding and the billing portal. */
export function hostedRoutes(world: StripeWorld): Router {
  const router = Router();
  router.get(
    '/checkout/:id',
    page((request: WithId) => checkoutPage(world, request.params.id)),
  );
  router.post('/checkout/:id/:how', (request: Request<{ id: string; how: string }>, response) => {
    const { id, how } = request.params;
    goOn(response, () => {
      const { session } = readSession(world, id);
      if (how === 'cancel') return session.cancel_url ?? `/checkout/${id}`;
      completeSession(world, id, how === 'debit' ? 'unpaid' : 'paid');
      return session.success_url ?? `/checkout/${id}`;
    });
  });

  router.get('/onboarding/:account/:id', (request: Request<{ account: string; id: string }>, response) => {
    const link = world.find('account_link', request.params.id, null);
    if (link === undefined || link.account !== request.params.account) return gone(response);
    // The link works once and expires after five minutes (S13). If the page is refreshed or an old URL is opened, the
    // browser is redirected to get a new link.
    if (link.used || link.expires_at <= world.now()) return response.redirect(303, link.refresh_url);
    world.put(null, { ...link, used: true });
    const action = `/onboarding/${link.account}/${link.id}`;
    response.type('html').send(
      hostedPage({
        title: 'Connect an account',
        lines: ['Stripe would ask here for the business, its owner and its bank account.'],
        buttons: [
          { words: 'Provide everything', action: `${action}/complete`, primary: true },
          { words: 'Leave without finishing', action: `${action}/leave` },
        ],
      }),
    );
  });
  router.post(
    '/onboarding/:account/:id/:how',
    (request: Request<{ account: string; id: string; how: string }>, response) => {
      goOn(response, () => {
        const link = world.get('account_link', request.params.id, null);
        if (request.params.how === 'complete') completeAccount(world, link.account);
        return link.return_url;
      });
    },
  );

  router.get(
    '/billing/:id',
    page((request: WithId) => portalPage(world, request.params.id)),
  );
  router.post(
    '/billing/:id/:subscription/:how',
    (request: Request<{ id: string; subscription: string; how: string }>, response) => {
      const { id, subscription, how } = request.params;
      goOn(response, () => {
        world.get('billing_portal.session', id, null);
        if (how === 'end') endSubscription(world, subscription);
        else if (how === 'renew') renewSubscription(world, subscription);
        else updateSubscription(world, subscription, decodeForm(`cancel_at_period_end=${how === 'cancel'}`));
        return `/billing/${id}`;
      });
    },
  );
  return router;
}

function checkoutPage(world: StripeWorld, id: string): HostedPage {
  const { session } = readSession(world, id);
  const lines = session.line_items_kept.map(
    ({ description, quantity, amount_total }) => `${description} × ${quantity}: ${dollars.format(amount_total / 100)}`,
  );
  const back = session.status === 'complete' ? session.success_url : session.cancel_url;
  const buttons = [
    {
      words: `Pay ${dollars.format(session.amount_total / 100)}${session.mode === 'payment' ? ' by card' : ''}`,
      action: `/checkout/${id}/pay`,
      primary: true as const,
    },
    ...(session.mode === 'payment' ? [{ words: 'Pay by bank (takes days)', action: `/checkout/${id}/debit` }] : []),
    { words: 'Cancel and go back', action: `/checkout/${id}/cancel` },
  ];
  const words = { open: 'Checkout', complete: 'This checkout is paid', expired: 'This checkout has expired' };
  return {
    title: words[session.status],
    lines,
    buttons: session.status === 'open' ? buttons : [],
    ...(session.status === 'open' || back === null ? {} : { back: { words: 'Go back', url: back } }),
  };
}

function portalPage(world: StripeWorld, id: string): HostedPage {
  const portal = world.get('billing_portal.session', id, null);
  const mine = world.list('subscription', null).filter(({ customer }) => customer === portal.customer);
  const living = mine.filter(({ status }) => status !== 'canceled');
  return {
    title: 'Billing',
    lines: mine.length === 0 ? ['No subscription.'] : mine.map((one) => lineOf(one, world)),
    buttons: living.flatMap(({ id: subscription, cancel_at_period_end: ending }) => [
      ending
        ? { words: 'Keep the plan', action: `/billing/${id}/${subscription}/keep` }
        : { words: 'Cancel at the end of the period', action: `/billing/${id}/${subscription}/cancel` },
      { words: 'Cancel now', action: `/billing/${id}/${subscription}/end` },
      { words: 'Renew now', action: `/billing/${id}/${subscription}/renew` },
    ]),
    ...(portal.return_url === null ? {} : { back: { words: 'Go back', url: portal.return_url } }),
  };
}

function lineOf(one: ReturnType<StripeWorld['list']>[number], world: StripeWorld): string {
  const { items, status, cancel_at_period_end: ending } = world.get('subscription', one.id, null);
  const item = items.data[0];
  const name = item === undefined ? 'A plan' : (world.find('product', item.price.product, null)?.name ?? item.price.id);
  const until = item === undefined ? '' : day.format(item.current_period_end * 1_000);
  return `${name}: ${status}, ${ending ? 'ends' : 'renews'} ${until}`;
}

/** Returns the handler for a page. If the object doesn't exist, the page says so. */
const page =
  <R extends Request>(make: (request: R) => HostedPage) =>
  (request: R, response: Response): void => {
    try {
      response.type('html').send(hostedPage(make(request)));
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error;
      gone(response);
    }
  };

/**
 * Runs the button's action and redirects (303). If the action is no longer possible, redirects to a page that says so.
 */
function goOn(response: Response, work: () => string): void {
  try {
    response.redirect(303, work());
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error;
    response.status(error.status === 404 ? 404 : 409).type('html');
    response.send(hostedPage({ title: 'That can’t be done', lines: [error.message], buttons: [] }));
  }
}

function gone(response: Response): void {
  response.status(404).type('html');
  response.send(hostedPage({ title: 'Nothing here', lines: ['The sandbox has no such page.'], buttons: [] }));
}
