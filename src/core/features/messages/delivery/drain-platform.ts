import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyTx } from '../../../platform/db/app.ts';
import type { OutboxRow } from '../../../platform/db/tables.ts';
import { errorForLog } from '../../../platform/log-error.ts';
import { type MailToSend, senderAddress } from '../../../platform/mail.ts';
import type { ProviderAnswer } from '../../../platform/provider-answer.ts';
import { releaseClaims } from './claim.ts';
import type { DeliveryDeps } from './delivery.ts';
import { countOutcome, type Outcome } from './delivery-counters.ts';
import { untilNoted } from './gather-notes.ts';
import { kindOf } from './prepare-outbox.ts';
import { changeRow, type RowChange } from './record.ts';
import { backoff, mailFailureWords, MAX_ATTEMPTS, waitingWords } from './retry.rules.ts';
import { goesOutOnceMore, SENT_ONCE_MORE } from './second-notice.ts';
import { messageIdOf } from './wire.ts';

export type PlatformDeps = DeliveryDeps;

/** Mails at once: a slow one must not hold up somebody's code to sign in. */
const LANES = 3;
/** Real milliseconds after which a lane without a mail looks again, while another still sends. */
const LOOK_AGAIN = SECOND / 4;

/** `tried`: it tries whether the mail server is up again. */
type Claimed = Pick<OutboxRow, 'id' | 'kind' | 'attempts'> & { claimed_until: Date; tried: boolean };

/**
 * Sends the platform's own mails, which belong to no company: to people without one, and to the admins. The same
 * promises as for a company's notices to its contractor (claims, 'sending' before the call, once more after a crash);
 * they are few, so that each is claimed alone, just before it goes. True where there may be more.
 */
export async function drainPlatform(deps: PlatformDeps): Promise<boolean> {
  await settleLapsed(deps);
  let sending = 0;
  const lane = async (): Promise<void> => {
    while (!deps.stopping()) {
      const claimed = await claim(deps);
      if (claimed) {
        sending += 1;
        await deliver(deps, claimed).finally(() => (sending -= 1));
        if (claimed.tried) await deps.gate.giveTryBack('email');
      } else if (sending === 0) return;
      else await wait(LOOK_AGAIN);
    }
  };
  const failed = (await Promise.allSettled(Array.from({ length: LANES }, lane))).find(
    (ended) => ended.status === 'rejected',
  );
  if (failed) throw failed.reason;
  return deps.stopping();
}

/** The next mail, as far as the mail server's state allows. */
async function claim(deps: PlatformDeps): Promise<Claimed | undefined> {
  const { system, clock, timings, gate } = deps;
  const room = await gate.room('email', null);
  if (room === 'none') return undefined;
  const { rows } = await sql<Omit<Claimed, 'tried'>>`
    with picked as (
      select id from outbox
      where company_id is null and channel = 'email' and status = 'scheduled' and due_at <= ${clock.now()}
        and (claimed_until is null or claimed_until < now())
      order by due_at, id limit 1 for update skip locked)
    update outbox m set claimed_until = date_trunc('milliseconds', clock_timestamp()) + ${timings.leaseMs} * interval '1 millisecond'
    from picked where m.id = picked.id returning m.id, m.kind, m.attempts, m.claimed_until`.execute(system);
  const [claimed] = rows;
  if (!claimed) return undefined;
  const tried = room === 'one';
  if (!tried || (await gate.takeTry('email'))) return { ...claimed, tried };
  const given = { table: 'outbox' as const, id: claimed.id, claimedUntil: claimed.claimed_until };
  await system.transaction().execute((tx) => releaseClaims(tx as CompanyTx, [given]));
  return undefined;
}

/** One try of a mail, as `Mark`. `unmarked`: it failed before it was marked. */
interface Try {
  id: OutboxRow['id'];
  kind: string;
  attempt: number;
  claimedUntil: Date;
  unmarked?: true;
}

const NEVER_SENT: ProviderAnswer = { kind: 'held', asked: false };

async function deliver(deps: PlatformDeps, claimed: Claimed): Promise<void> {
  const marked = await prepare(deps, claimed).catch(async (error: unknown) => {
    deps.logger.error({ err: errorForLog(error), row: claimed.id }, 'a mail of the platform could not be prepared');
    const { id, kind, attempts, claimed_until } = claimed;
    const failed = { id, kind, attempt: attempts + 1, claimedUntil: claimed_until, unmarked: true } as const;
    await note(deps, failed, { kind: 'passing', code: null, detail: '' });
    return null;
  });
  if (!marked) return;
  // a process that slept since the mark, or is to stop, must begin nothing
  const late = deps.stopping() || performance.now() - marked.at > deps.timings.sendLeaseMs / 2;
  const answer = late ? NEVER_SENT : await deps.mails.send(marked.mail);
  await untilNoted(deps, () => note(deps, marked.mark, answer));
}

/** The mail, its row marked 'sending'; null where there is nothing to send or another claim holds it. */
function prepare(
  deps: PlatformDeps,
  { id, claimed_until }: Claimed,
): Promise<{ mail: MailToSend; mark: Try; at: number } | null> {
  const { system, config, clock, kinds } = deps;
  return system.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('outbox')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'scheduled')
      .where('claimed_until', '=', claimed_until)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return null;
    const made = (await kindOf(kinds, row.kind)?.platformMail?.({ row, config, clock })) ?? {
      skip: 'This version sends no such mail without a company',
    };
    if ('skip' in made) {
      await changeRow(tx as CompanyTx, { table: 'outbox', rowId: id }, ['scheduled'], {
        status: 'skipped',
        reason: made.skip,
      });
      return null;
    }
    const { kept = made.text, ...mail } = made;
    const at = performance.now();
    const { rows } = await sql<Try>`
      update outbox set status = 'sending', sending_at = ${clock.now()}, reason = null, attempts = attempts + 1,
        claimed_until = date_trunc('milliseconds', clock_timestamp())
          + ${deps.timings.sendLeaseMs} * interval '1 millisecond'
      where id = ${id} returning id, kind, attempts as attempt, claimed_until as "claimedUntil"`.execute(tx);
    const [mark] = rows;
    if (!mark) return null;
    await writeThread(tx as CompanyTx, {
      row,
      subject: mail.subject,
      kept,
      from: senderAddress(config),
      at: clock.now(),
    });
    return { mail: { ...mail, messageId: messageIdOf(id, config), to: row.to_address }, mark, at };
  });
}

const writeThread = (
  tx: CompanyTx,
  { row, subject, kept, from, at }: { row: OutboxRow; subject: string; kept: string; from: string; at: Date },
) =>
  tx
    .insertInto('messages')
    .values({
      company_id: null,
      lead_id: null,
      direction: 'out',
      channel: 'email',
      kind: row.kind,
      from_address: from,
      to_address: row.to_address,
      subject,
      body: kept,
      status: 'sending',
      provider_id: null,
      error_code: null,
      source_id: row.id,
      at,
    })
    .execute();

interface Fate {
  row: RowChange;
  /** What its entry in the thread becomes; null: nothing left the house. */
  entry: string | null;
  outcome: Outcome;
}

/** What a try ended as. `onceMore`: whether it goes out again where nobody knows if it arrived. */
function fateOf(
  answer: ProviderAnswer,
  { attempt, onceMore, now }: { attempt: number; onceMore: boolean; now: Date },
): Fate {
  const again = (reason: string | null, wait: number): RowChange => ({
    status: 'scheduled',
    dueAt: new Date(now.getTime() + wait),
    reason,
  });
  switch (answer.kind) {
    case 'accepted':
      return {
        row: { status: 'sent', providerId: answer.providerId, sentAt: now, reason: null },
        entry: 'sent',
        outcome: 'sent',
      };
    case 'held':
      return { row: { ...again(null, answer.asked ? backoff(1) : 0), tries: 'less' }, entry: null, outcome: 'held' };
    case 'unknown':
      if (onceMore) return { row: again(SENT_ONCE_MORE, backoff(1)), entry: 'unknown', outcome: 'retried' };
      return {
        row: { status: 'unknown', reason: 'It may have arrived. It is not sent again' },
        entry: 'unknown',
        outcome: 'unknown',
      };
    case 'passing':
      if (attempt < MAX_ATTEMPTS)
        return { row: again(waitingWords('email', answer.code), backoff(attempt)), entry: null, outcome: 'retried' };
      return { row: { status: 'failed', reason: mailFailureWords(answer.code) }, entry: 'failed', outcome: 'failed' };
    case 'refused':
      return { row: { status: 'failed', reason: mailFailureWords(answer.code) }, entry: 'failed', outcome: 'failed' };
  }
}

async function note(
  { system, clock, logger, tally }: PlatformDeps,
  { id, kind, attempt, claimedUntil, unmarked }: Try,
  answer: ProviderAnswer,
): Promise<void> {
  if (answer.kind !== 'accepted')
    logger.warn({ row: id, answer: answer.kind }, 'a mail of the platform did not go out');
  const noted = await system.transaction().execute(async (systemTx) => {
    const tx = systemTx as CompanyTx;
    const onceMore = answer.kind === 'unknown' && (await goesOutOnceMore(tx, { rowId: id, kind, channel: 'email' }));
    const { row, entry, outcome } = fateOf(answer, { attempt, onceMore, now: clock.now() });
    const key = { table: 'outbox', rowId: id } as const;
    const changed =
      answer.kind === 'accepted'
        ? // the truth, also where the lease is long over
          await changeRow(tx, key, ['sending', 'scheduled', 'unknown'], row)
        : unmarked
          ? await changeRow(tx, key, ['scheduled'], { ...row, tries: 'more', claimedUntil })
          : await changeRow(tx, key, ['sending'], { ...row, claimedUntil });
    if (!changed) return null;
    if (entry === null)
      await sql`delete from messages where source_id = ${id} and direction = 'out' and status = 'sending'`.execute(tx);
    else
      await sql`update messages set status = ${entry}, provider_id = ${row.providerId ?? null}
        where id = (select id from messages where source_id = ${id} and direction = 'out'
          and status in ('sending', 'unknown') order by at desc, id desc limit 1)`.execute(tx);
    return outcome;
  });
  countOutcome(tally, 'email', noted);
}

/** A mail that was being sent when its worker died: nobody can tell whether it arrived. */
async function settleLapsed(deps: PlatformDeps): Promise<void> {
  const rows = await deps.system
    .selectFrom('outbox')
    .select(['id', 'kind', 'attempts', 'claimed_until'])
    .where('company_id', 'is', null)
    .where('status', '=', 'sending')
    .where(sql<boolean>`claimed_until < now()`)
    .limit(100)
    .execute();
  // one that was put off meanwhile is nobody's to settle
  for (const { id, kind, attempts, claimed_until } of rows)
    if (claimed_until !== null)
      await note(
        deps,
        { id, kind, attempt: attempts, claimedUntil: claimed_until },
        { kind: 'unknown', detail: 'its worker died' },
      );
}
