import { authRouter } from '../features/auth/auth.router.ts';
import { createCallerFactory, router } from './procedures.ts';

/** The product's procedures: a table of contents. */
export const appRouter = router({
  auth: authRouter,
});

export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
