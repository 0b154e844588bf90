import { SECOND } from '#shared/primitives/durations.ts';
import { toldOffer } from '../estimates/estimate-offers.ts';
import type { AppDb } from '../../platform/db/app.ts';
import type { ProviderAnswer } from '../../platform/provider-answer.ts';
import { withPhone } from '../permission/phone-lock.ts';
import { releaseClaims } from './claim.ts';
import type { CheckedText, ClaimedRow, DeliveryDeps } from './delivery.ts';
import { countOutcome } from './delivery-counters.ts';
import { batchAcceptances, untilNoted } from './batch-acceptances.ts';
import { batchMarks } from './batch-marks.ts';
import type { Mark } from './mark-sending.ts';
import { noteAnswer } from './note-answer.ts';
import { FOLLOW_UP } from '../messages/registry.ts';
import { type Going, prepareChunk } from './prepare-chunk.ts';
import { type Recorder, sendMail } from './send-mail.ts';
import { inSenderTx, type Sender } from './sender-tx.ts';

/** Creates a turn's `Recorder`. It marks messages as being sent, and records the results in batches. */
export const createRecorder = (deps: DeliveryDeps, sender: Sender): Recorder => ({
  ...batchMarks(deps, sender),
  accepted: batchAcceptances(deps, sender),
  inTx: (work) => inSenderTx(deps, sender, work),
  // The platform's emails don't wait for the companies', because people are waiting for their codes.
  withConnection: (work) => (sender === null ? work() : deps.limits.calls.email.use(work)),
});

export interface Delivery {
  recorder: Recorder;
  /** Called once per row, after all work on the row has ended. */
  ended(row: ClaimedRow): void;
}

/**
 * Checks a sender's claimed messages, passes them to their provider and records the results. Email follow-ups are
 * processed in batches, and all other messages individually. Repeated and concurrent calls are safe, because a message
 * is marked 'sending' only if the worker's claim is still valid. A text is marked before it's sent. An email is marked
 * once it has a connection (`sendMail`). If the process dies after marking a message, `recordLapsed` resolves the
 * message.
 */
export async function deliver(deps: DeliveryDeps, rows: readonly ClaimedRow[], delivery: Delivery): Promise<void> {
  const [first] = rows;
  if (first?.channel === 'sms') return deliverText(deps, first, delivery);
  await prepareAndSend({ deps, db: deps.db, begunBy: Infinity, ...delivery }, rows);
}

async function deliverText(deps: DeliveryDeps, claimed: ClaimedRow, delivery: Delivery): Promise<void> {
  let begun = false;
  try {
    const phone = await findPhone(deps, claimed);
    await deps.pinned.connection().execute((db) => {
      const work = (begunBy = Infinity) => {
        begun = true;
        return prepareAndSend({ deps, db, begunBy, ...delivery }, [{ ...claimed, lockedPhone: phone ?? undefined }]);
      };
      return phone === null ? work() : withPhone(db, phone, work);
    });
  } catch (error) {
    if (!begun) await giveUp(deps, claimed).finally(() => delivery.ended(claimed));
    throw error;
  }
}

/**
 * Releases a message that wasn't started, for example because other companies' slow texts are using all connections. If
 * it weren't released, the message would wait until its lease ends.
 */
const giveUp = (deps: DeliveryDeps, claimed: ClaimedRow): Promise<void> =>
  inSenderTx(deps, claimed.companyId, (tx) => releaseClaims(tx, [claimed])).catch(() => undefined);

/**
 * Returns the phone number to lock, or null if there's no phone number. If the lead's phone number changes before the
 * lock is acquired, the message is released, and the next claim locks the new phone number.
 */
const findPhone = (
  deps: DeliveryDeps,
  { companyId, kind, recipient, leadId, id }: ClaimedRow,
): Promise<string | null> =>
  inSenderTx(deps, companyId, async (tx) => {
    if (kind !== FOLLOW_UP) {
      const row = await tx
        .selectFrom('messages')
        .select('to_address')
        .where('id', '=', id as never)
        .executeTakeFirst();
      return row?.to_address ?? recipient;
    }
    if (leadId === null) return null;
    const lead = await tx.selectFrom('leads').select('phone').where('id', '=', leadId).executeTakeFirst();
    return lead?.phone ?? null;
  });

interface Work extends Delivery {
  deps: DeliveryDeps;
  /**
   * The database connection for preparing rows. For a text, this is the connection that holds the lock on the phone
   * number.
   */
  db: AppDb;
  /** The latest time to start, according to this process's monotonic clock. */
  begunBy: number;
}

async function prepareAndSend(work: Work, rows: readonly ClaimedRow[]): Promise<void> {
  const { going, left } = await prepareChunk(work.deps, work.db, rows).catch((error: unknown) => {
    for (const row of rows) work.ended(row);
    throw error;
  });
  const pending = new Set([...going.map(({ claimed }) => claimed), ...left]);
  for (const row of rows) if (!pending.has(row)) work.ended(row);
  await all([
    ...going.map((one) => send(work, one).finally(() => work.ended(one.claimed))),
    ...left.map((row) => prepareAndSend(work, [row])),
  ]);
}

/** Waits for all promises, even if one of them rejects, and then throws the first error. */
async function all(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

const send = (work: Work, going: Going): Promise<void> =>
  'mail' in going ? sendMail(work.deps, work.recorder, going.mail) : sendText(work, going.text, going.mark);

async function sendText({ deps, recorder, begunBy }: Work, { ready }: CheckedText, mark: Mark): Promise<void> {
  const { facts } = ready;
  const answer = await deps.limits.calls.sms.use(() => handText(deps, { ready, mark, begunBy }));
  if (answer.kind === 'accepted') {
    const offer = ready.offer && toldOffer(ready.offer);
    return recorder.accepted({ facts, providerId: answer.providerId, offer });
  }
  const outcome = await untilNoted(deps, () => recorder.inTx((tx) => noteAnswer(tx, deps, { facts, mark }, answer)));
  countOutcome(deps.tally, 'sms', outcome);
}

/**
 * Passes a text to its provider. Does nothing if the process is stopping. Also does nothing if too much time has passed
 * since the text was marked 'sending', for example because the process was suspended. In that case, another worker may
 * already be resolving the text, and the phone lock that makes opt-outs wait may have been lost.
 */
async function handText(
  deps: DeliveryDeps,
  { ready, mark, begunBy }: Pick<CheckedText, 'ready'> & { mark: Mark; begunBy: number },
): Promise<ProviderAnswer> {
  const now = performance.now();
  if (deps.stopping() || now > Math.min(begunBy, mark.at + deps.timings.sendLeaseMs / 2)) return { kind: 'not-begun' };
  // Time spent waiting is subtracted from how long Twilio may keep the text in its queue (T11).
  return deps.texts.send({ ...ready.text, validitySeconds: ready.text.validitySeconds - (now - mark.at) / SECOND });
}
