import { Router } from 'express';

/**
 * Something at Stripe that waits for a person's action; `open` is its hosted page, `path` the endpoint a button posts
 * to.
 */
export interface CheckoutRow {
  id: string;
  title: string;
  detail: string;
  open?: string;
  /** `body` is what the button posts; empty by default. */
  actions: { words: string; path: string; body?: object }[];
}

/** The rows under 'Checkouts and accounts' on the sandbox's page. */
export function checkoutRoutes(rows: () => CheckoutRow[]): Router {
  const router = Router();
  router.get('/api/checkouts', (_request, response) => {
    response.json(rows());
  });
  return router;
}
