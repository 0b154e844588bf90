import { z } from 'zod';
import { SECOND } from '#shared/primitives/durations.ts';
import type { Config } from './config.ts';

type TwilioConfig = Pick<Config, 'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_API_BASE'>;

export interface TextMedia {
  sid: string;
  type: string;
}

const TIMEOUT = 10 * SECOND;
/** Maximum size in bytes. Twilio accepts up to 5 MB per message. */
const LARGEST = 10_000_000;

const listSchema = z.object({
  media_list: z.array(z.object({ sid: z.string(), content_type: z.string().nullable() })),
});

/**
 * Returns the files attached to a text, in Twilio's order. Empty if Twilio doesn't have the text. Rejects if Twilio
 * doesn't answer.
 */
export async function listTextMedia(config: TwilioConfig, messageSid: string): Promise<TextMedia[]> {
  const answer = await ask(config, `${messageSid}/Media.json?PageSize=50`);
  if (answer === null) return [];
  const { media_list: list } = listSchema.parse(await answer.json());
  return list.map(({ sid, content_type: type }) => ({ sid, type: type ?? '' }));
}

/**
 * Returns a file's bytes. Null if Twilio no longer has the file. Rejects if Twilio doesn't answer or the file is too
 * large.
 */
export async function fetchTextMedia(
  config: TwilioConfig,
  messageSid: string,
  mediaSid: string,
): Promise<Buffer | null> {
  const answer = await ask(config, `${messageSid}/Media/${mediaSid}`);
  if (answer === null) return null;
  if (Number(answer.headers.get('content-length')) > LARGEST) throw new Error('a text attachment is too large');
  return Buffer.from(await answer.arrayBuffer());
}

/**
 * Sends an authorized request to Twilio. Returns null if the status is 404 or 410. Twilio redirects to the host that
 * stores the file. `fetch` doesn't send the credentials to that host.
 */
async function ask(config: TwilioConfig, path: string): Promise<Response | null> {
  const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token, TWILIO_API_BASE: base } = config;
  const host = base?.replace(/\/+$/, '') ?? 'https://api.twilio.com';
  const answer = await fetch(`${host}/2010-04-01/Accounts/${account}/Messages/${path}`, {
    headers: { authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}` },
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (answer.ok) return answer;
  await answer.body?.cancel();
  if (answer.status === 404 || answer.status === 410) return null;
  throw new Error(`Twilio returned ${answer.status} for a text attachment`);
}
