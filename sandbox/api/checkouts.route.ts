import { Router } from 'express';

/**
 * An object at Stripe that requires a person's action. `open` is its hosted page. `path` is the endpoint that a button
 * posts to.
 */
export interface CheckoutRow {
  id: string;
  title: string;
  detail: string;
  open?: string;
  /** `body` is the body of the button's request. Default: empty. */
  actions: { words: string; path: string; body?: object }[];
}

/** The rows under 'Checkouts and accounts' on the sandbox page. */
export function checkoutRoutes(rows: () => CheckoutRow[]): Router {
  const router = Router();
  router.get('/api/checkouts', (_request, response) => {
    response.json(rows());
  });
  return router;
}
