import { SECOND } from '#shared/primitives/durations.ts';
import { type Check, fault, type Finding, ok, type Patient } from './finding.ts';

/** An address that's reserved for documentation (RFC 5737), so it's nobody's. */
const INVENTED = '203.0.113.7';

/** Asks the server through its public address, as a visitor's browser does. */
export const publicAddress: Check = {
  about: 'Public address',
  look: async (patient) => [await ready(patient), await proxy(patient)],
};

const ask = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(10 * SECOND) });

async function ready({ config }: Patient): Promise<Finding> {
  const url = `${config.PUBLIC_URL}/readyz`;
  try {
    const answer = await ask(url);
    return answer.ok ? ok(`${url} answers`) : fault(`${url} answers ${answer.status}: ${await answer.text()}`);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return fault(`${url} doesn’t answer (${cause}). Is the server running, and the proxy in front of it?`);
  }
}

/** The server tells which protocol and address it sees. A header of our own must not change that. */
async function proxy({ config }: Patient): Promise<Finding> {
  const answer = await ask(`${config.PUBLIC_URL}/healthz`, { 'x-forwarded-for': INVENTED }).catch(() => undefined);
  const seen = answer?.headers.get('x-picket-client');
  return seen
    ? judge(seen, config.PUBLIC_URL)
    : fault('TRUST_PROXY can’t be checked, because the server doesn’t answer');
}

/** Judges TRUST_PROXY by what the server sees, such as 'https 198.51.100.7'. */
export function judge(seen: string, publicUrl: string): Finding {
  const [protocol = '', address = ''] = seen.split(' ');
  if (address === INVENTED)
    return fault(
      'TRUST_PROXY trusts too much: visitors can choose their address. Set it to the number of your proxies',
    );
  if (`${protocol}:` !== new URL(publicUrl).protocol)
    return fault('the server takes the proxy for the visitor. Set TRUST_PROXY to the number of your proxies (step 8)');
  return ok(`TRUST_PROXY fits: the server sees ${address} over ${protocol}`);
}
