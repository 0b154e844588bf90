import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message.js';
import { MINUTE } from '#shared/primitives/durations.ts';
import type { Config } from './config.ts';
import { loadOnce } from './load-once.ts';
import { ANSWER_WITHIN, type ProviderAnswer } from './provider-answer.ts';
import { isPublicAddress } from './public-host.ts';

/** A text to one phone. `from` is the company's own number; null means the platform's sender. */
export interface TextToSend {
  /** The row it belongs to, named in the status callback. */
  rowId: string;
  to: string;
  from: string | null;
  body: string;
  /** How long it may stay queued at Twilio, so that it can't arrive in quiet hours (T11). */
  validitySeconds: number;
}

/** A text's status in Twilio's terms; null if Twilio doesn't know the SID (any longer). */
export type TextFate = { status: string; errorCode: string | null };

/** What Twilio reports about a text with an unknown result. */
export type FoundText = TextFate & { sid: string };

export interface TextLookup {
  to: string;
  body: string;
  /** Only texts since this instant, minus 15 minutes for clock differences. */
  since: Date;
  /** Twilio SIDs of texts that belong to other messages. */
  known: ReadonlySet<string>;
}

/** A text that Twilio received for one of the account's numbers. */
export interface ReceivedText {
  sid: string;
  from: string;
  to: string;
  body: string;
  /** How many files are attached. */
  media: number;
  /** The called number's messaging service; null if it has none. */
  service: string | null;
  /** When Twilio received it. */
  sentAt: Date;
}

export interface TextGateway {
  send(text: TextToSend): Promise<ProviderAnswer>;
  /**
   * The matching text, or the oldest of several. Null if Twilio never got it. 'unknown' if Twilio sent that phone
   * another text that belongs to no message of ours, because Smart Encoding may have changed its characters. Rejects if
   * Twilio doesn't answer.
   */
  find(lookup: TextLookup): Promise<FoundText | 'unknown' | null>;
  /** All texts received since then, on any number of the account. Rejects if Twilio doesn't answer. */
  received(since: Date): Promise<ReceivedText[]>;
  /** Rejects if Twilio doesn't answer. */
  fate(sid: string): Promise<TextFate | null>;
}

/** How fast a worker's clock may run: a text that seems older than the try would be sent twice. */
const CLOCK_SKEW = 15 * MINUTE;
const LOOK_BACK = 200;
/** The prefix Twilio adds to every text of a trial account; its API returns the body with it. */
const TRIAL_WORDS = 'Sent from your Twilio trial account - ';
/** Twilio's maximum page size. */
const LONGEST_PAGE = 1_000;

/** In seconds. Less than a minute is too short to deliver a text; Twilio accepts at most ten hours (T11). */
export const SHORTEST_VALIDITY = 60;
const LONGEST_VALIDITY = 36_000;

/** The sender for companies without their own number, under the name that opt-outs from the shared sender use. */
export const sharedSender = (config: Pick<Config, 'TWILIO_FROM' | 'TWILIO_MESSAGING_SERVICE_SID'>): string =>
  config.TWILIO_FROM ?? config.TWILIO_MESSAGING_SERVICE_SID ?? '';

/**
 * Whether Twilio can call us back. Twilio refuses a text that names an unreachable callback (21609); a local stand-in
 * (TWILIO_API_BASE) can reach what we can.
 */
export const twilioReachesUs = ({
  PUBLIC_URL,
  TWILIO_API_BASE,
}: Pick<Config, 'PUBLIC_URL' | 'TWILIO_API_BASE'>): boolean =>
  isPublicAddress(PUBLIC_URL) || (TWILIO_API_BASE !== undefined && !isPublicAddress(TWILIO_API_BASE));

/** The status callback URL of a row's text; none if Twilio can't reach us and is asked at night instead. */
export const statusCallback = (
  config: Pick<Config, 'PUBLIC_URL' | 'TWILIO_API_BASE'>,
  rowId: string,
): { statusCallback?: string } =>
  twilioReachesUs(config) ? { statusCallback: `${config.PUBLIC_URL}/webhooks/twilio/status?m=${rowId}` } : {};

/** Whether an inbound text was sent to the shared sender: its number, or any number of its messaging service. */
export const isSharedSender = (
  { TWILIO_FROM, TWILIO_MESSAGING_SERVICE_SID }: Pick<Config, 'TWILIO_FROM' | 'TWILIO_MESSAGING_SERVICE_SID'>,
  { to, service }: { to: string; service: string | null },
): boolean => to === TWILIO_FROM || (service !== null && service === TWILIO_MESSAGING_SERVICE_SID);

/** A page of Twilio's list. */
interface ListedTexts {
  instances: MessageInstance[];
  nextPage(): Promise<ListedTexts> | undefined;
}

/**
 * Sends texts through Twilio's official client, which is loaded on first use because it takes 6 MB. Each request is
 * answered within `within` (real milliseconds).
 */
export function createTextGateway(config: Config, within = ANSWER_WITHIN): TextGateway {
  const open = loadOnce(() => import('./twilio-client.ts').then((client) => client.openTwilioMessages(config, within)));
  return {
    async send({ rowId, to, from, body, validitySeconds }) {
      const messages = await open().catch(() => null);
      if (!messages) return { kind: 'passing', code: null, detail: 'Twilio’s client could not be loaded' };
      try {
        const message = await messages.create({
          to,
          body,
          ...sender(config, from),
          ...statusCallback(config, rowId),
          validityPeriod: Math.max(SHORTEST_VALIDITY, Math.min(LONGEST_VALIDITY, Math.floor(validitySeconds))),
        });
        if (typeof message.sid !== 'string' || message.sid === '')
          return { kind: 'unknown', detail: 'answer without a sid' };
        return { kind: 'accepted', providerId: message.sid };
      } catch (error) {
        return readTwilioError(error);
      }
    },
    async find({ to, body, since, known }) {
      const oldest = since.getTime() - CLOCK_SKEW;
      const messages = await open();
      const listed = await messages.list({ to, limit: LOOK_BACK, pageSize: LOOK_BACK });
      const unowned = listed.filter(
        ({ sid, direction, dateCreated }) =>
          direction === 'outbound-api' && !known.has(sid) && dateCreated.getTime() >= oldest,
      );
      // Newest first, in Twilio's order.
      const found = unowned.findLast((message) => [body, `${TRIAL_WORDS}${body}`].includes(message.body));
      if (found) return { sid: found.sid, ...fateOf(found) };
      return unowned.length > 0 ? 'unknown' : null;
    },
    async received(since) {
      const messages = await open();
      const found: ReceivedText[] = [];
      // Twilio lists both directions. Reads page by page, because there may be many outgoing texts.
      let page: ListedTexts | undefined = await messages.page({ dateSentAfter: since, pageSize: LONGEST_PAGE });
      for (; page; page = await page.nextPage())
        for (const { sid, from, to, body, ...more } of page.instances)
          if (more.direction === 'inbound')
            found.push({
              sid,
              from,
              to,
              body,
              media: Number(more.numMedia) || 0,
              service: more.messagingServiceSid || null,
              sentAt: more.dateSent ?? more.dateCreated,
            });
      return found;
    },
    async fate(sid) {
      try {
        const messages = await open();
        return fateOf(await messages(sid).fetch());
      } catch (error) {
        if (error instanceof Error && 'status' in error && error.status === 404) return null;
        throw error;
      }
    },
  };
}

/** Twilio returns null for no error, whatever its types say. */
const fateOf = ({ status, errorCode }: { status: string; errorCode: number | null }): TextFate => ({
  status,
  errorCode: errorCode ? String(errorCode) : null,
});

/** The company's own number first, then the messaging service, then the shared number. */
function sender(
  config: Config,
  own: string | null,
): { from: string } | { messagingServiceSid: string } | Record<never, never> {
  if (own !== null) return { from: own };
  if (config.TWILIO_MESSAGING_SERVICE_SID !== undefined)
    return { messagingServiceSid: config.TWILIO_MESSAGING_SERVICE_SID };
  return config.TWILIO_FROM === undefined ? {} : { from: config.TWILIO_FROM };
}

/** Connection failures: no byte of the request was sent. */
const NEVER_LEFT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** T8: Twilio's queue is full, or there are too many requests. */
const PASSING_CODES = new Set([20429, 20500, 20503, 21611, 30001]);
/** Twilio refuses PUBLIC_URL as a callback address. */
export const BAD_CALLBACK = '21609';
/**
 * T9: the credentials are wrong, the account is closed, suspended or out of money, or our settings are refused. The
 * text can wait until that is fixed.
 */
const ACCOUNT_CODES = new Set(['10001', '20003', '20005', '20006', '20008', BAD_CALLBACK, '30002', 'HTTP 401']);

/** Whether a code concerns our account or settings at Twilio, regardless of the text. */
export const isAccountFault = (code: string): boolean => ACCOUNT_CODES.has(code);

/**
 * Classifies a client error: Twilio's own code decides, then the status (429 and 5xx are transient, T8); an error
 * without an answer is unknown unless the connection was never made (T10).
 */
export function readTwilioError(error: unknown): ProviderAnswer {
  if (!(error instanceof Error)) return { kind: 'unknown', detail: String(error) };
  const { status, code } = error as Error & { status?: unknown; code?: unknown };
  const detail = error.message;
  if (typeof status !== 'number')
    return typeof code === 'string' && NEVER_LEFT.has(code)
      ? { kind: 'passing', code, detail }
      : { kind: 'unknown', detail };
  const number = typeof code === 'number' ? code : undefined;
  const name = number === undefined ? `HTTP ${status}` : String(number);
  if (status < 400) return { kind: 'unknown', detail };
  const passing =
    status === 429 ||
    status >= 500 ||
    status === 401 ||
    isAccountFault(name) ||
    (number !== undefined && PASSING_CODES.has(number));
  return { kind: passing ? 'passing' : 'refused', code: name, detail };
}
