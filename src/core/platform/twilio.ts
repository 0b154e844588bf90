import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message.js';
import { MINUTE } from '#shared/primitives/durations.ts';
import type { Config } from './config.ts';
import { loadOnce } from './load-once.ts';
import { ANSWER_WITHIN, type ProviderAnswer } from './provider-answer.ts';
import { isPublicAddress } from './public-host.ts';

/** A text to one phone. `from` is the company's own number. If null, the platform's sender is used. */
export interface TextToSend {
  /** The id of the text's row, which the status callback URL contains. */
  rowId: string;
  to: string;
  from: string | null;
  body: string;
  /**
   * How many seconds the text may stay queued at Twilio. After that, Twilio drops it. This prevents delivery outside
   * texting hours (T11).
   */
  validitySeconds: number;
}

/** A text's status as Twilio reports it. */
export type TextFate = { status: string; errorCode: string | null };

/** A text that Twilio received, although its response to our request didn't reach us. */
export type FoundText = TextFate & { sid: string };

export interface TextLookup {
  to: string;
  body: string;
  /**
   * Ignores texts created more than 15 minutes before this time. The 15 minutes allow for differences between clocks.
   */
  since: Date;
  /** The Twilio SIDs of texts that are already recorded for other messages. */
  known: ReadonlySet<string>;
}

/** A text received on one of the account's numbers. */
export interface ReceivedText {
  sid: string;
  from: string;
  to: string;
  body: string;
  /** The number of attached files. */
  media: number;
  /** The messaging service that the receiving number belongs to. Null if it doesn't belong to one. */
  service: string | null;
  /** When Twilio received the text. */
  sentAt: Date;
}

export interface TextGateway {
  send(text: TextToSend): Promise<ProviderAnswer>;
  /**
   * Returns the text in Twilio's records that matches this phone and body, or the oldest match if there are several.
   * Ignores texts that are too old (`since`) or already recorded for other messages (`known`). Returns null if there's
   * no other text to this phone, because Twilio then never received our text. Returns 'unknown' if there are other
   * texts but none matches. One of these texts may still be the one we sent, because Smart Encoding can change
   * characters. Rejects if Twilio doesn't answer.
   */
  find(lookup: TextLookup): Promise<FoundText | 'unknown' | null>;
  /** Returns all texts received after `since` on any of the account's numbers. Rejects if Twilio doesn't answer. */
  received(since: Date): Promise<ReceivedText[]>;
  /**
   * Returns a text's status. Null if Twilio doesn't have a text with this SID, or no longer has it. Rejects if Twilio
   * doesn't answer.
   */
  fate(sid: string): Promise<TextFate | null>;
}

/**
 * How far a worker's clock may be ahead of Twilio's. Without this tolerance, a text could seem to be older than our
 * attempt to send it. Picket would then send the text again.
 */
const CLOCK_SKEW = 15 * MINUTE;
const LOOK_BACK = 200;
/** Twilio adds this prefix to every text from a trial account. Its API returns the prefix as part of the body. */
const TRIAL_WORDS = 'Sent from your Twilio trial account - ';
/** Twilio's maximum page size. */
const LONGEST_PAGE = 1_000;

/** In seconds. Less than a minute is too short to deliver a text. Twilio accepts at most ten hours (T11). */
export const SHORTEST_VALIDITY = 60;
const LONGEST_VALIDITY = 36_000;

/**
 * Returns the sender for companies without their own number. Opt-outs from this sender are stored with the same value.
 */
export const sharedSender = (config: Pick<Config, 'TWILIO_FROM' | 'TWILIO_MESSAGING_SERVICE_SID'>): string =>
  config.TWILIO_FROM ?? config.TWILIO_MESSAGING_SERVICE_SID ?? '';

/**
 * Whether Twilio can call PUBLIC_URL. Twilio rejects a text if it can't reach the callback URL (21609). A local
 * stand-in (TWILIO_API_BASE) can reach every local URL.
 */
export const twilioReachesUs = ({
  PUBLIC_URL,
  TWILIO_API_BASE,
}: Pick<Config, 'PUBLIC_URL' | 'TWILIO_API_BASE'>): boolean =>
  isPublicAddress(PUBLIC_URL) || (TWILIO_API_BASE !== undefined && !isPublicAddress(TWILIO_API_BASE));

/**
 * Returns the status callback URL for a text, or an empty object if Twilio can't reach us. In that
 * case, a nightly job asks Twilio for the status.
 */
export const statusCallback = (
  config: Pick<Config, 'PUBLIC_URL' | 'TWILIO_API_BASE'>,
  rowId: string,
): { statusCallback?: string } =>
  twilioReachesUs(config) ? { statusCallback: `${config.PUBLIC_URL}/webhooks/twilio/status?m=${rowId}` } : {};

/**
 * Whether an incoming text was sent to the shared sender, which is its number or any number of its messaging service.
 */
export const isSharedSender = (
  { TWILIO_FROM, TWILIO_MESSAGING_SERVICE_SID }: Pick<Config, 'TWILIO_FROM' | 'TWILIO_MESSAGING_SERVICE_SID'>,
  { to, service }: { to: string; service: string | null },
): boolean => to === TWILIO_FROM || (service !== null && service === TWILIO_MESSAGING_SERVICE_SID);

/** A page of Twilio's message list. */
interface ListedTexts {
  instances: MessageInstance[];
  nextPage(): Promise<ListedTexts> | undefined;
}

/**
 * Creates a gateway that uses Twilio's official client. The client uses 6 MB of memory, so it's loaded on first use.
 * Each request ends within `within` (wall-clock milliseconds).
 */
export function createTextGateway(config: Config, within = ANSWER_WITHIN): TextGateway {
  const open = loadOnce(() => import('./twilio-client.ts').then((client) => client.openTwilioMessages(config, within)));
  return {
    async send({ rowId, to, from, body, validitySeconds }) {
      const messages = await open().catch(() => null);
      if (!messages) return { kind: 'passing', code: null, detail: 'Picket couldn’t load Twilio’s client' };
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
      // Twilio lists the newest text first, so the last match is the oldest text.
      const found = unowned.findLast((message) => [body, `${TRIAL_WORDS}${body}`].includes(message.body));
      if (found) return { sid: found.sid, ...fateOf(found) };
      return unowned.length > 0 ? 'unknown' : null;
    },
    async received(since) {
      const messages = await open();
      const found: ReceivedText[] = [];
      // Reads one page at a time, because Twilio's list also includes outgoing texts, and there may be many.
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

/** If there's no error, Twilio returns null, contrary to the declared types. */
const fateOf = ({ status, errorCode }: { status: string; errorCode: number | null }): TextFate => ({
  status,
  errorCode: errorCode ? String(errorCode) : null,
});

/**
 * Returns the company's own number, if it has one. Otherwise returns the messaging service or, without one, the shared
 * number.
 */
function sender(
  config: Config,
  own: string | null,
): { from: string } | { messagingServiceSid: string } | Record<never, never> {
  if (own !== null) return { from: own };
  if (config.TWILIO_MESSAGING_SERVICE_SID !== undefined)
    return { messagingServiceSid: config.TWILIO_MESSAGING_SERVICE_SID };
  return config.TWILIO_FROM === undefined ? {} : { from: config.TWILIO_FROM };
}

/** Error codes for connections that failed before any byte of the request was sent. */
const NEVER_LEFT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** T8: error codes for temporary problems, such as a full queue at Twilio or too many requests. */
const PASSING_CODES = new Set([20429, 20500, 20503, 21611, 30001]);
/** The error code if Twilio rejects PUBLIC_URL as a callback URL. */
export const BAD_CALLBACK = '21609';
/**
 * Error codes for problems with our account (T9): our credentials are wrong, our account is closed, suspended or out of
 * money, or Twilio rejects our settings. The text can be sent once the problem is fixed.
 */
const ACCOUNT_CODES = new Set(['10001', '20003', '20005', '20006', '20008', BAD_CALLBACK, '30002', 'HTTP 401']);

/** Whether an error code concerns our Twilio account or settings rather than the text. */
export const isAccountFault = (code: string): boolean => ACCOUNT_CODES.has(code);

/**
 * Classifies an error from the Twilio client. Twilio's own code takes precedence over the HTTP status (429 and 5xx are
 * transient, T8). If there's no response, the result is 'unknown' (T10), because Twilio may have the text. If the
 * connection failed before the request was sent, the error is transient.
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
