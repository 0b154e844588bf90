import { PASSWORD } from './builders.ts';
import type { TestApp, TestBrowser } from './caller.ts';

/** The parts of a response that a stranger can see. */
export interface Seen {
  status: number;
  body: { result?: { data: unknown }; error?: { message: string; data: { code: string } } };
}

/** A browser with its own IP address. The app needs TRUST_PROXY. */
export interface Visitor {
  browser: TestBrowser;
  /** Calls a mutation. */
  ask: (procedure: string, input: object) => Promise<Seen>;
}

/** Creates a visitor with this IP address and the cookies of `browser` (default: a new browser). */
export function visitor(app: TestApp, ip: string, browser: TestBrowser = app.browser()): Visitor {
  return {
    browser,
    ask: async (procedure, input) => {
      const response = await browser.fetch(`/trpc/${procedure}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
        body: JSON.stringify(input),
      });
      return { status: response.status, body: (await response.json()) as Seen['body'] };
    },
  };
}

/** Sends the same call this many times at once. Each call comes from a different network. */
export const fromEverywhere = (app: TestApp, times: number, procedure: string, input: object): Promise<Seen[]> =>
  Promise.all(
    Array.from({ length: times }, (_, number) =>
      visitor(app, `198.18.${number >> 8}.${number & 255}`).ask(procedure, input),
    ),
  );

/** Creates a user with a company, and the browser in which they have signed in and out. */
export async function knownOwner(app: TestApp, ip: string): Promise<{ email: string; browser: TestBrowser }> {
  const user = await app.a.user();
  await app.a.company({ user_id: user.id });
  const { browser, ask } = visitor(app, ip);
  const signedIn = await ask('auth.signIn', { email: user.email, password: PASSWORD });
  const signedOut = await ask('auth.signOut', {});
  if (signedIn.status !== 200 || signedOut.status !== 200) throw new Error('the owner did not get in and out');
  return { email: user.email, browser };
}
