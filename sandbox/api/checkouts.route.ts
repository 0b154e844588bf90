import { Router } from 'express';

/** Something at Stripe that waits for a person; `open` is its hosted page, `path` what a button posts to. */
export interface CheckoutRow {
  id: string;
  title: string;
  detail: string;
  open?: string;
  /** `body` is what the button posts; default nothing. */
  actions: { words: string; path: string; body?: object }[];
}

/** What the sandbox's page lists under 'Checkouts and accounts'. */
export function checkoutRoutes(rows: () => CheckoutRow[]): Router {
  const router = Router();
  router.get('/api/checkouts', (_request, response) => {
    response.json(rows());
  });
  return router;
}
