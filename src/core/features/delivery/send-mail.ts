import { toldOffer } from '../estimates/estimate-offers.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { isPassingFault } from '../../platform/db/unavailable.ts';
import { errorForLog } from '../../platform/log-error.ts';
import type { ProviderAnswer } from '../../platform/provider-answer.ts';
import { releaseClaims } from './claim.ts';
import type { CheckedMail, DeliveryDeps } from './delivery.ts';
import { countOutcome, type Outcome } from './delivery-counters.ts';
import { untilNoted } from './batch-acceptances.ts';
import type { MailMarks } from './batch-marks.ts';
import { type Mark, markSending } from './mark-sending.ts';
import { notePassing } from './note.ts';
import type { Acceptance } from './note-accepted.ts';
import { noteAnswer } from './note-answer.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';

/** Marks emails as being sent and records their outcomes, for one company or for the platform. */
export interface Recorder extends MailMarks {
  /** Records that the server has accepted the email. */
  accepted(acceptance: Acceptance): Promise<void>;
  inTx<T>(work: (tx: CompanyTx) => Promise<T>): Promise<T>;
  /** Runs `work` once the email has a connection. */
  withConnection<T>(work: () => Promise<T>): Promise<T>;
}

const NOT_BEGUN = { kind: 'not-begun' } as const;

/**
 * Sends a checked email and records its outcome. The left column shows the states of the email's row. The right column
 * shows what happens in each state. The arrow shows what happens if the process dies in that state.
 *
 *     scheduled, claimed    the email is checked and waits for a connection
 *                           the server accepts the sender and recipient
 *                           → the claim expires and the next worker sends the email, without using an attempt
 *     the server sends 354  the email waits for its mark before its first byte is sent (`begin`)
 *                           the number of connections limits how many emails wait here
 *     sending, with a lease the mark is committed, and the email is passed to the connection
 *                           → unknown: the email may have arrived (`recordLapsed`)
 *     … and a provider_id   the server has accepted it, and this is committed in a short write, batched for many emails
 *                           → recorded as sent once the lease has ended (`recordLapsed`)
 *     sent                  the thread, timeline, lead and schedule are updated too
 *
 * The email isn't marked if the check is too old, if the email was canceled, or if its lead or an opt-out has changed
 * since the check. It isn't sent if half of the lease has passed. In each of these cases, the connection is closed
 * before the email's first byte is sent, and the email is due again. If the email fails before it's marked, one
 * transaction marks it and records the failure. That way, the thread and the number of attempts include the failed
 * attempt, but no other worker ever sees the email as 'sending'.
 */
export async function sendMail(deps: DeliveryDeps, recorder: Recorder, checked: CheckedMail): Promise<void> {
  const { sendLeaseMs, checkedForMs } = deps.timings;
  const isStale = (): boolean => performance.now() > checked.at + checkedForMs;
  let marking: Promise<Mark | null> | undefined;
  const begin = async (): Promise<boolean> => {
    marking ??= isStale() ? Promise.resolve(null) : recorder.mark(checked);
    const mark = await marking;
    return mark !== null && performance.now() <= mark.at + sendLeaseMs / 2;
  };
  const answer = await recorder.withConnection(async () =>
    deps.stopping() || isStale() ? NOT_BEGUN : deps.mails.send(checked.ready.mail, begin),
  );
  const ended = { answer, ...(await markOutcome(marking)) };
  const known = await isKnownTaken(recorder, ended);
  try {
    await note(deps, recorder, checked, ended);
  } finally {
    if (ended.mark && !known) deps.limits.marked.give(1);
  }
}

/**
 * Records that the server accepted the email, and returns whether the acceptance was stored. If it wasn't, the email
 * keeps its slot until its outcome is recorded.
 */
async function isKnownTaken(recorder: Recorder, { answer, mark }: Ended): Promise<boolean> {
  if (!mark || answer.kind !== 'accepted') return false;
  return recorder.taken({ mark, providerId: answer.providerId }).then(
    () => true,
    () => false,
  );
}

interface Ended {
  answer: ProviderAnswer;
  mark: Mark | null;
  /** The error that occurred if the email couldn't be marked as being sent. */
  fault?: unknown;
}

/**
 * Waits until the email is marked as being sent, even if the connection has already ended, because the change may still
 * be committed.
 */
const markOutcome = async (marking: Promise<Mark | null> | undefined): Promise<Omit<Ended, 'answer'>> => {
  try {
    return { mark: (await marking) ?? null };
  } catch (fault) {
    return { mark: null, fault };
  }
};

async function note(deps: DeliveryDeps, recorder: Recorder, checked: CheckedMail, ended: Ended): Promise<void> {
  const { ready } = checked;
  const { answer, mark } = ended;
  if (mark && answer.kind === 'accepted') {
    const offer = ready.offer && toldOffer(ready.offer);
    const { facts } = ready;
    return recorder.accepted({ facts, providerId: answer.providerId, offer });
  }
  const outcome = await untilNoted(deps, () =>
    recorder.inTx((tx) =>
      mark ? noteAnswer(tx, deps, { facts: ready.facts, mark }, answer) : noteUnmarked(tx, deps, checked, ended),
    ),
  );
  countOutcome(deps.tally, 'email', outcome);
}

/** Records the outcome of an email that wasn't marked as being sent. Usually there's nothing to record. */
async function noteUnmarked(
  tx: CompanyTx,
  deps: DeliveryDeps,
  checked: CheckedMail,
  { answer, fault }: Ended,
): Promise<Outcome | null> {
  const { facts } = checked.ready;
  const { claimedUntil } = checked;
  const now = deps.clock.now();
  if (fault !== undefined && !isPassingFault(fault)) {
    deps.logger.error(
      { err: errorForLog(fault), kind: facts.kind, row: facts.rowId },
      "couldn't mark an email as being sent",
    );
    const attempt = checked.attempts + 1;
    return notePassing(tx, { facts, now, code: null, detail: '', attempt, unmarked: true, claimedUntil });
  }
  const release = async (): Promise<null> => {
    await releaseClaims(tx, [{ id: facts.rowId, claimedUntil }]);
    return null;
  };
  if (answer.kind === 'not-begun') return release();
  if (facts.leadId !== null) await lockLead(tx, facts.companyId, facts.leadId);
  const anyway = { ...checked, ready: { ...checked.ready, optOutBinds: false } };
  const mark = (await markSending(tx, deps, { checked: [anyway], now })).get(facts.rowId);
  // If the row or its lead has since changed, the email is checked again.
  return mark ? noteAnswer(tx, deps, { facts, mark }, answer) : release();
}
