import { Router } from 'express';

/**
 * A Stripe object that requires user action. `open` is its hosted page. `path` is the endpoint that a button posts to.
 */
export interface CheckoutRow {
  id: string;
  title: string;
  detail: string;
  open?: string;
  /** `body` is the request body that the button sends. Default: empty. */
  actions: { words: string; path: string; body?: object }[];
}

/** Lists the objects under 'Checkouts and accounts' on the sandbox page. */
export function checkoutRoutes(rows: () => CheckoutRow[]): Router {
  const router = Router();
  router.get('/api/checkouts', (_request, response) => {
    response.json(rows());
  });
  return router;
}
