import base, { type Client } from 'twilio/lib/base/BaseTwilio.js';
import Domain from 'twilio/lib/base/Domain.js';
import RequestClient, { type RequestOptions } from 'twilio/lib/base/RequestClient.js';
import Version from 'twilio/lib/base/Version.js';
import type Response from 'twilio/lib/http/response.js';
import type V2010 from 'twilio/lib/rest/api/V2010.js';
import { MessageListInstance } from 'twilio/lib/rest/api/v2010/account/message.js';
import type { Config } from './config.ts';

type TwilioConfig = Pick<Config, 'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_API_BASE'>;

/**
 * Limits a request's total time. Axios's timeout detects only silent connections, so a response that arrives byte by
 * byte would never time out.
 */
const endingWithin = <T extends RequestClient>(client: T, within: number): T => {
  client.axios.interceptors.request.use((request) => Object.assign(request, { signal: AbortSignal.timeout(within) }));
  return client;
};

/** Sends requests to another host (TWILIO_API_BASE), such as the stand-in's. */
class RedirectedClient extends RequestClient {
  readonly #base: string;

  constructor(host: string, timeout: number) {
    super({ timeout });
    this.#base = host;
  }

  override request<TData>(options: RequestOptions<TData>): Promise<Response<TData>> {
    const { pathname, search } = new URL(options.uri);
    return super.request<TData>({ ...options, uri: this.#base + pathname + search });
  }
}

/** Returns what the official client sends its requests with: each ends within `within` milliseconds. */
export function twilioHttp(config: Pick<TwilioConfig, 'TWILIO_API_BASE'>, within: number): RequestClient {
  const host = config.TWILIO_API_BASE?.replace(/\/+$/, '');
  return endingWithin(
    host === undefined ? new RequestClient({ timeout: within }) : new RedirectedClient(host, within),
    within,
  );
}

/**
 * Returns the `messages` resource of Twilio's official client. Automatic retries are off, because our database rows
 * determine when to retry. Loading the resource by name would also load 60 others, so it's constructed from its parts.
 */
export function openTwilioMessages(config: TwilioConfig, within: number): MessageListInstance {
  const client: Client = new base.Client(config.TWILIO_ACCOUNT_SID, config.TWILIO_AUTH_TOKEN, {
    autoRetry: false,
    httpClient: twilioHttp(config, within),
  });
  const domain = new (classOf(Domain))(client, 'https://api.twilio.com');
  return MessageListInstance(new (classOf(Version))(domain, '2010-04-01') as V2010, config.TWILIO_ACCOUNT_SID);
}

/** For this kind of default export, Node returns the module object, contrary to the declared types. */
const classOf = <T extends object>(module: T | { default: T }): T => ('default' in module ? module.default : module);
