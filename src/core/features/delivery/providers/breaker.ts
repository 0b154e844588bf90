import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { SystemDeps, SystemDb } from '../../../platform/db/system.ts';
import type { Deps } from '../../../platform/deps.ts';
import { errorForLog } from '../../../platform/log-error.ts';
import type { Mailer } from '../../../platform/mail.ts';
import type { ProviderAnswer } from '../../../platform/provider-answer.ts';
import type { TextGateway } from '../../../platform/twilio.ts';
import { afterAnswer, type BreakerState, FIRST_PAUSE, isNotItsFault, signOf } from './breaker.rules.ts';
import { type MessageProvider, providerOf } from '../../permission/message-provider.ts';
import {
  changeProviderState,
  giveTryBack,
  type ReadState,
  readPausedCompanies,
  readProviderStates,
  takeTry,
} from './provider-states.repository.ts';

/** What can be claimed on a channel: everything, one message as a probe, or nothing. */
export type Room = 'all' | 'one' | 'none';

/**
 * The circuit breaker between the engine and its providers. While a provider is down, only one message at a time can be
 * claimed and sent, as a probe. The state is stored in Postgres, so all workers share it and restarts don't reset it.
 */
export interface ProviderGate {
  /**
   * Returns what can be claimed. Must be called before each claim. `companyId` is null for the platform's own emails.
   */
  room(channel: MessageChannel, companyId: CompanyId | null): Promise<Room>;
  /**
   * Reserves the probe. While the probe is reserved, other workers can't probe, so call this only after claiming a
   * message to send. Returns false if another worker is already probing.
   */
  takeTry(channel: MessageChannel): Promise<boolean>;
  /** Releases an unused probe. Must be called after the claimed messages have been processed. */
  giveTryBack(channel: MessageChannel): Promise<void>;
  /** Returns the channels that the sweep can skip because their provider is down and can't be probed yet. */
  closedChannels(): Promise<MessageChannel[]>;
  /** Wraps a gateway. The wrapper answers 'held' while the gateway's provider is down. */
  texts(gateway: TextGateway): TextGateway;
  mails(mailer: Mailer): Mailer;
}

/** The message being sent, and whether it was sent as an open breaker's probe. */
interface Asked {
  probe: boolean;
  message: string;
}

export const GATE_TIMINGS = {
  /** How long a provider's state is cached. This worker's own failures apply immediately. */
  believeMs: SECOND / 2,
  /** The maximum duration of a probe, including checks and timeouts. After that, another worker can probe. */
  tryMs: MINUTE,
  /** The length of the first pause when a provider is down. */
  pauseMs: FIRST_PAUSE,
};

interface ToAsk {
  channel: MessageChannel;
  /** The message's id. */
  message: string;
  send: () => Promise<ProviderAnswer>;
}

const CHANNELS = ['sms', 'email'] as const;

/** Tracks the probes reserved by this process. */
function holdTries(system: SystemDb, tryMs: number) {
  /**
   * When each probe's reservation ends, by the Postgres clock (`until`), and the latest time to use the probe, by this
   * process's monotonic clock (`begunBy`).
   */
  const held = new Map<MessageProvider, { until: Date; begunBy: number }>();
  return {
    has: (provider: MessageProvider): boolean => (held.get(provider)?.begunBy ?? 0) > performance.now(),
    /** Uses the probe for a request. Returns a function that releases the probe if the request wasn't made. */
    spend(provider: MessageProvider): () => void {
      const left = held.get(provider);
      held.delete(provider);
      return () => void (left && held.set(provider, left));
    },
    async take(provider: MessageProvider): Promise<boolean> {
      const until = await takeTry(system, provider, tryMs);
      if (until !== undefined) held.set(provider, { until, begunBy: performance.now() + tryMs / 2 });
      return until !== undefined;
    },
    /** Releases the probe. Returns false if it was used. */
    async giveBack(provider: MessageProvider): Promise<boolean> {
      const left = held.get(provider);
      if (left === undefined) return false;
      held.delete(provider);
      await giveTryBack(system, provider, left.until);
      return true;
    },
  };
}

/** Creates one worker process's breaker. */
export function createProviderGate(
  { system, logger }: SystemDeps & Pick<Deps, 'logger'>,
  given: Partial<typeof GATE_TIMINGS> = {},
): ProviderGate {
  const timings = { ...GATE_TIMINGS, ...given };
  const states = new Map<MessageProvider, BreakerState>();
  const tries = holdTries(system, timings.tryMs);
  let paused: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<ReadState[]> | undefined;
  let mayTry = new Set<MessageProvider>();

  const read = async (): Promise<ReadState[]> => {
    const [found, companies] = await Promise.all([readProviderStates(system), readPausedCompanies(system)]);
    for (const state of found) states.set(state.provider, state);
    mayTry = new Set(found.filter((state) => state.mayTry).map((state) => state.provider));
    paused = companies;
    readAt = performance.now();
    return found;
  };
  const refresh = async (): Promise<void> => {
    if (performance.now() - readAt < timings.believeMs) return;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    await reading;
  };
  const isOpen = (provider: MessageProvider): boolean => (states.get(provider)?.openedAt ?? null) !== null;

  const note = async (provider: MessageProvider, answer: ProviderAnswer, asked: Asked): Promise<void> => {
    const sign = signOf(provider, answer);
    const known = states.get(provider);
    // The row is written only when the state changes. Otherwise, every message would cause a write.
    if (sign === 'well' && known && known.failures === 0 && known.openedAt === null) return;
    const code = 'code' in answer ? answer.code : null;
    const before = isOpen(provider);
    const now = await changeProviderState(system, provider, (state, at) =>
      afterAnswer(state, sign === 'well' ? { sign } : { sign, code, ...asked }, at, timings.pauseMs),
    );
    states.set(provider, now);
    mayTry.delete(provider);
    if (now.openedAt !== null && !before)
      logger.error(
        { provider, code, cause: now.cause, failures: now.failures },
        'a provider is down; its messages are waiting',
      );
    if (now.openedAt === null && before) logger.info({ provider }, 'a provider answers again');
  };

  const ask = async ({ channel, message, send }: ToAsk): Promise<ProviderAnswer> => {
    const provider = providerOf(channel);
    const probe = isOpen(provider) && tries.has(provider);
    if (isOpen(provider) && !probe) return { kind: 'held', asked: false };
    const unspend = tries.spend(provider);
    const answer = await send();
    if (answer.kind === 'not-begun') {
      unspend();
      return answer;
    }
    try {
      await note(provider, answer, { probe, message });
    } catch (error) {
      // An error is only logged, because the provider's answer matters more than the breaker's state.
      logger.warn({ err: errorForLog(error), provider }, "couldn't record the state of a provider");
    }
    if (answer.kind !== 'passing') return answer;
    const sign = signOf(provider, answer);
    // Even if the state couldn't be stored, a problem with our account must not count against a message or mailbox.
    const held = sign === 'account' || (probe && isOpen(provider) && isNotItsFault(sign, answer.code));
    return held ? { kind: 'held', asked: true } : answer;
  };

  return {
    async room(channel, companyId) {
      await refresh();
      if (channel === 'sms' && companyId !== null && paused.has(companyId)) return 'none';
      const provider = providerOf(channel);
      if (!isOpen(provider)) return 'all';
      return mayTry.has(provider) ? 'one' : 'none';
    },
    async takeTry(channel) {
      mayTry.delete(providerOf(channel));
      return tries.take(providerOf(channel));
    },
    async giveTryBack(channel) {
      if (await tries.giveBack(providerOf(channel))) mayTry.add(providerOf(channel));
    },
    async closedChannels() {
      await refresh();
      return CHANNELS.filter((channel) => {
        const provider = providerOf(channel);
        return isOpen(provider) && !mayTry.has(provider);
      });
    },
    texts: (gateway) => ({
      ...gateway,
      send: (text) => ask({ channel: 'sms', message: text.rowId, send: () => gateway.send(text) }),
    }),
    mails: (mailer) => ({
      ...mailer,
      send: (mail, begin) => ask({ channel: 'email', message: mail.messageId, send: () => mailer.send(mail, begin) }),
    }),
  };
}
