import { createTRPCClient, httpLink } from '@trpc/client';
import type { AppRouter } from '../src/server/trpc/root.ts';
import { PASSWORD } from '../test/builders.ts';

/** Signs in over HTTP and returns the session cookie. */
export async function cookieOf(url: string, email: string): Promise<string> {
  let cookie = '';
  const client = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${url}/trpc`,
        fetch: async (input, init) => {
          const response = await fetch(input, init);
          cookie = response.headers
            .getSetCookie()
            .map((set) => set.split(';')[0])
            .join('; ');
          return response;
        },
      }),
    ],
  });
  await client.auth.signIn.mutate({ email, password: PASSWORD });
  return cookie;
}
