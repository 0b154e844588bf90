import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message.js';
import { MINUTE } from '#shared/primitives/durations.ts';
import type { Config } from './config.ts';
import { loadOnce } from './load-once.ts';
import { ANSWER_WITHIN, type ProviderAnswer } from './provider-answer.ts';
import { isPublicAddress } from './public-host.ts';

/** A text for one phone. `from` is the company's own number; null means the platform's sender. */
export interface TextToSend {
  /** The row that causes it; its status callback names it. */
  rowId: string;
  to: string;
  from: string | null;
  body: string;
  /** How long it may wait at Twilio, so that none lands in quiet hours (T11). */
  validitySeconds: number;
}

/** What became of a text, in Twilio's words; null where it does not know the sid (any more). */
export type TextFate = { status: string; errorCode: string | null };

/** What Twilio says of a text that may have reached it. */
export type FoundText = TextFate & { sid: string };

export interface TextLookup {
  to: string;
  body: string;
  /** Not older than this, less 15 minutes, for clocks differ. */
  since: Date;
  /** Sids that are known to be other messages. */
  known: ReadonlySet<string>;
}

/** A text that Twilio has for one of the account's numbers. */
export interface ReceivedText {
  sid: string;
  from: string;
  to: string;
  body: string;
  /** How many files came with it. */
  media: number;
  /** The messaging service of the called number; null where it is in none. */
  service: string | null;
  /** When Twilio got it. */
  sentAt: Date;
}

export interface TextGateway {
  send(text: TextToSend): Promise<ProviderAnswer>;
  /**
   * The text, the oldest where several are the same; null where Twilio never got it; 'unknown' where Twilio sent that
   * phone something that nobody knows: Smart Encoding may have changed its letters. Rejects where Twilio does not answer.
   */
  find(lookup: TextLookup): Promise<FoundText | 'unknown' | null>;
  /** All that came in since then, to whichever number of the account. Rejects where Twilio does not answer. */
  received(since: Date): Promise<ReceivedText[]>;
  /** Rejects where Twilio does not answer. */
  fate(sid: string): Promise<TextFate | null>;
}

/** How far a worker's clock may run ahead of Twilio's: what it takes for older than the try would be sent twice. */
const CLOCK_SKEW = 15 * MINUTE;
const LOOK_BACK = 200;
/** What Twilio puts before every text of a trial account; its API gives the body back with it. */
const TRIAL_WORDS = 'Sent from your Twilio trial account - ';
/** The most that Twilio gives at once. */
const LONGEST_PAGE = 1_000;

/** Less than a minute is too short for a text to get out; Twilio takes at most ten hours (T11). In seconds. */
export const SHORTEST_VALIDITY = 60;
const LONGEST_VALIDITY = 36_000;

/** Who texts come from where a company has no number of its own: what an opt-out of the shared sender names. */
export const sharedSender = (config: Pick<Config, 'TWILIO_FROM' | 'TWILIO_MESSAGING_SERVICE_SID'>): string =>
  config.TWILIO_FROM ?? config.TWILIO_MESSAGING_SERVICE_SID ?? '';

/**
 * Whether Twilio can call us back. Twilio itself refuses a text that names a callback it cannot reach (21609); one of
 * our own on this network (TWILIO_API_BASE) reaches what we reach.
 */
export const twilioReachesUs = ({
  PUBLIC_URL,
  TWILIO_API_BASE,
}: Pick<Config, 'PUBLIC_URL' | 'TWILIO_API_BASE'>): boolean =>
  isPublicAddress(PUBLIC_URL) || (TWILIO_API_BASE !== undefined && !isPublicAddress(TWILIO_API_BASE));

/** Where Twilio tells what became of a row's text; nothing where it cannot reach us, and is asked at night instead. */
export const statusCallback = (
  config: Pick<Config, 'PUBLIC_URL' | 'TWILIO_API_BASE'>,
  rowId: string,
): { statusCallback?: string } =>
  twilioReachesUs(config) ? { statusCallback: `${config.PUBLIC_URL}/webhooks/twilio/status?m=${rowId}` } : {};

/**
 * Whether an inbound text was written to the sender that companies share: its number, or any number of its messaging
 * service, which Twilio names.
 */
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
 * Texts by Twilio's official client, which is loaded with the first of them: a mail server needs 6 MB less. Each request
 * is answered within `within` (real milliseconds).
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
      // newest first, as Twilio lists them
      const found = unowned.findLast((message) => [body, `${TRIAL_WORDS}${body}`].includes(message.body));
      if (found) return { sid: found.sid, ...fateOf(found) };
      return unowned.length > 0 ? 'unknown' : null;
    },
    async received(since) {
      const messages = await open();
      const found: ReceivedText[] = [];
      // Twilio lists both directions; a page at a time, for those that went out may be many
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

/** Twilio answers null for no error, whatever its types say. */
const fateOf = ({ status, errorCode }: { status: string; errorCode: number | null }): TextFate => ({
  status,
  errorCode: errorCode ? String(errorCode) : null,
});

/** A company's own number first; then the messaging service, which chooses; then the shared number. */
function sender(
  config: Config,
  own: string | null,
): { from: string } | { messagingServiceSid: string } | Record<never, never> {
  if (own !== null) return { from: own };
  if (config.TWILIO_MESSAGING_SERVICE_SID !== undefined)
    return { messagingServiceSid: config.TWILIO_MESSAGING_SERVICE_SID };
  return config.TWILIO_FROM === undefined ? {} : { from: config.TWILIO_FROM };
}

/** Failures to connect: not a byte of the request left. */
const NEVER_LEFT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** T8: the queue at Twilio is full, or too many at once. */
const PASSING_CODES = new Set([20429, 20500, 20503, 21611, 30001]);
/** Twilio does not take PUBLIC_URL as an address for its callbacks. */
export const BAD_CALLBACK = '21609';
/**
 * T9: the sign-in is wrong, or the account is closed, suspended or out of money, or our own settings are refused.
 * Nothing is lost by waiting.
 */
const ACCOUNT_CODES = new Set(['10001', '20003', '20005', '20006', '20008', BAD_CALLBACK, '30002', 'HTTP 401']);

/** Whether a code is about our account or settings at Twilio, whichever text it came for. */
export const isAccountFault = (code: string): boolean => ACCOUNT_CODES.has(code);

/**
 * Reads an error of the client: Twilio's own code decides, then the status (429 and 5xx pass, T8), and an error
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
