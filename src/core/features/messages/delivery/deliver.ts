import type { CompanyId } from '#shared/primitives/ids.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import { type AppDb, inCompany } from '../../../platform/db/app.ts';
import { withPhone } from '../../permission/phone-lock.ts';
import { findMailOptOuts } from '../../permission/check-mail.ts';
import { releaseClaims } from './claim.ts';
import type { ClaimedRow, DeliveryDeps } from './delivery.ts';
import { countOutcome } from './delivery-counters.ts';
import { type Notes, untilNoted } from './gather-notes.ts';
import { type Answer, noteAnswer } from './note-answer.ts';
import { type Marked, prepareChunk } from './prepare-chunk.ts';

export interface Delivery {
  notes: Notes;
  /** Called once for each row, when nothing of it is on its way any more. */
  settled(row: ClaimedRow): void;
}

/**
 * Checks claimed rows of one company, hands them to their provider and notes what came of it: follow-ups by mail many
 * at once, anything else one. Safe to run twice and beside itself: rows are locked and must still carry their claim. A
 * crash after the mark 'sending' is settled by `settleLapsed`.
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
    if (!begun) await giveUp(deps, claimed).finally(() => delivery.settled(claimed));
    throw error;
  }
}

/** Nothing of it has begun, such as where slow texts of others held every connection: nobody is to wait out its lease. */
const giveUp = (deps: DeliveryDeps, claimed: ClaimedRow): Promise<void> =>
  inCompany(deps.db, claimed.companyId, (tx) => releaseClaims(tx, [claimed])).catch(() => undefined);

/** The number to be locked. Where the lead gets another one meanwhile, the row goes back to be locked by that. */
const findPhone = (
  { db }: DeliveryDeps,
  { companyId, table, recipient, leadId, id }: ClaimedRow,
): Promise<string | null> =>
  inCompany(db, companyId, async (tx) => {
    if (table === 'outbox') {
      const row = await tx
        .selectFrom('outbox')
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
  /** Where rows are prepared: for a text the connection that holds the lock of its number. */
  db: AppDb;
  /** Not begun after this, in this process's monotonic time. */
  begunBy: number;
}

async function prepareAndSend(work: Work, rows: readonly ClaimedRow[]): Promise<void> {
  const { marked, left } = await prepareChunk(work.deps, work.db, rows).catch((error: unknown) => {
    for (const row of rows) work.settled(row);
    throw error;
  });
  const pending = new Set([...marked.map(({ claimed }) => claimed), ...left]);
  for (const row of rows) if (!pending.has(row)) work.settled(row);
  await all([
    ...marked.map((one) => sendAndNote(work, one).finally(() => work.settled(one.claimed))),
    ...left.map((row) => prepareAndSend(work, [row])),
  ]);
}

/** Waits for all, also where one fails. */
async function all(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

async function sendAndNote({ deps, notes, begunBy }: Work, marked: Marked): Promise<void> {
  const { ready, claimed, mark } = marked;
  const answer = await deps.limits.seats[ready.channel].use(() => hand(deps, marked, begunBy));
  if (answer.kind === 'accepted') {
    const offerEnds = ready.offer && formatDate(ready.offer.endsOn);
    return notes.accepted({ facts: ready.facts, providerId: answer.providerId, entryId: mark.entryId, offerEnds });
  }
  const outcome = await untilNoted(deps, () =>
    inCompany(deps.db, claimed.companyId, (tx) => noteAnswer(tx, deps, { facts: ready.facts, mark }, answer)),
  );
  countOutcome(deps.tally, ready.channel, outcome);
}

/** Real milliseconds after which what was asked of opt-outs at the mark is asked again: other mails held the connections. */
const FRESH_MS = 250;

/**
 * Hands a message to its provider. One that had to wait so long, or whose process slept, that somebody else may be
 * settling its row by now, or an opt-out may have stopped waiting for it, is not begun; nor is a mail that waited while
 * its person unsubscribed (C23), nor what still waited when the process was told to stop.
 */
async function hand(deps: DeliveryDeps, { ready, claimed, at }: Marked, begunBy: number): Promise<Answer> {
  const isLate = (): boolean =>
    deps.stopping() || performance.now() > Math.min(begunBy, at + deps.timings.sendLeaseMs / 2);
  if (isLate()) return { kind: 'too-late' };
  if (ready.channel === 'sms') {
    // what it waited here it must not wait at Twilio (T11)
    const waited = (performance.now() - at) / SECOND;
    return deps.texts.send({ ...ready.text, validitySeconds: ready.text.validitySeconds - waited });
  }
  const { mail, optOutBinds } = ready;
  const isFresh = performance.now() <= at + FRESH_MS;
  if (optOutBinds && !isFresh && (!(await mayStillGo(deps, claimed.companyId, mail.to)) || isLate()))
    return { kind: 'too-late' };
  return deps.mails.send(mail);
}

/** Whether nobody suppressed mails to the address; false also where that can't be asked. */
const mayStillGo = (deps: DeliveryDeps, companyId: CompanyId, to: string): Promise<boolean> =>
  inCompany(deps.db, companyId, (tx) => findMailOptOuts(tx, companyId, [to])).then(
    (optOuts) => optOuts.size === 0,
    () => false,
  );
