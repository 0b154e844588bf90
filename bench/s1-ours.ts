import { startTestApp } from '../test/caller.ts';

/** Runs the product's complete server with its own middleware on DATABASE_URL, as a separate process. */
const url = process.env['DATABASE_URL'] ?? '';
const app = await startTestApp({ database: { url, drop: () => Promise.resolve() } });
process.send?.({ url: app.url });
