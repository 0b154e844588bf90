import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { asCompany } from '../../platform/db/system.ts';
import type { OutboxRow } from '../outbox/outbox.table.ts';
import { isPassingFault } from '../../platform/db/unavailable.ts';
import { errorForLog } from '../../platform/log-error.ts';
import { LAPSED, leaseFor, UNCLAIMED } from '../../platform/db/lease.ts';
import type { OutgoingMail } from '../outbox/outgoing.ts';
import { releaseClaims } from './claim.ts';
import type { CheckedMail, DeliveryDeps } from './delivery.ts';
import type { MessageFacts } from '../outbox/message-facts.ts';
import { countLateness, countOutcome, countVerdict, type Outcome } from './delivery-counters.ts';
import { untilNoted } from './gather-notes.ts';
import { inSlot, taking } from './gather-stamps.ts';
import { markSending } from './mark-sending.ts';
import { noteAccepted, notePassing, noteUnknown } from './note.ts';
import { kindOf, outboxFacts, verdictOnUnknown } from './prepare-outbox.ts';
import { applyVerdict } from '../outbox/after-move.ts';
import { lockOutbox } from './rows.ts';
import { type Books, sendMail } from './send-mail.ts';
import { skip, type Verdict } from '../outbox/verdict.ts';
import { automaticHeader, messageIdOf } from './wire.ts';

export type PlatformDeps = DeliveryDeps;

/**
 * The number of emails sent in parallel. With more than one, a slow email doesn't delay another user's sign-in code.
 */
const LANES = 3;
/** How often an idle lane looks for emails while another lane is sending, in milliseconds of wall-clock time. */
const LOOK_AGAIN = SECOND / 4;

/** A claimed email. `tried` is set if this email probes whether the mail server is available again. */
type Claimed = Row & { tried: boolean };

type Row = Pick<OutboxRow, 'id' | 'kind' | 'attempts'> & { claimed_until: Date };

/**
 * Sends the platform's own emails to admins and to people without a company. The guarantees are the same as for notices
 * to contractors. An email is claimed and marked 'sending' before it's sent, and it's resent once if the process
 * crashes. There aren't many of these emails, so each one is claimed individually just before it's sent. Returns true
 * if there may be more.
 */
export async function drainPlatform(deps: PlatformDeps): Promise<boolean> {
  await recordLapsed(deps);
  let sending = 0;
  const lane = async (): Promise<void> => {
    while (!deps.stopping()) {
      const claimed = await claim(deps);
      if (claimed) {
        sending += 1;
        try {
          await deliver(deps, claimed);
        } finally {
          sending -= 1;
          if (claimed.tried) await deps.gate.giveTryBack('email');
        }
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

/** Claims the next email if the mail server's state allows it. */
async function claim(deps: PlatformDeps): Promise<Claimed | undefined> {
  const { system, clock, timings, gate } = deps;
  const room = await gate.room('email', null);
  if (room === 'none') return undefined;
  const { rows } = await sql<Row>`
    with picked as (
      select id from outbox
      where company_id is null and channel = 'email' and status = 'scheduled' and due_at <= ${clock.now()}
        and ${UNCLAIMED}
      order by due_at, id limit 1 for update skip locked)
    update outbox m set claimed_until = ${leaseFor(timings.leaseMs)}
    from picked where m.id = picked.id returning m.id, m.kind, m.attempts, m.claimed_until`.execute(system);
  const [claimed] = rows;
  if (!claimed) return undefined;
  const tried = room === 'one';
  if (!tried || (await gate.takeTry('email'))) return { ...claimed, tried };
  await release(deps, claimed);
  return undefined;
}

const release = (deps: PlatformDeps, { id, claimed_until: claimedUntil }: Row): Promise<void> =>
  inOne(deps, (tx) => releaseClaims(tx, [{ table: 'outbox', id, claimedUntil }]));

const inOne = <T>({ system }: PlatformDeps, work: (tx: CompanyTx) => Promise<T>): Promise<T> =>
  system.transaction().execute((tx) => asCompany(tx, null, work));

const factsOf = ({ kinds }: PlatformDeps, { id, kind }: Pick<Row, 'id' | 'kind'>): MessageFacts =>
  outboxFacts({ table: 'outbox', id, companyId: null, leadId: null, channel: 'email' }, kind, kindOf(kinds, kind));

async function counted({ tally }: PlatformDeps, noting: Promise<Outcome | null>): Promise<void> {
  countOutcome(tally, 'email', await noting);
}

async function deliver(deps: PlatformDeps, claimed: Claimed): Promise<void> {
  const checked = await prepare(deps, claimed).catch((error: unknown) => noteUnprepared(deps, claimed, error));
  if (checked) await sendMail(deps, booksOf(deps), checked);
}

/**
 * Creates `Books` that record each email immediately, rather than in batches, because users are waiting for their
 * codes.
 */
const booksOf = (deps: PlatformDeps): Books => ({
  async mark(checked) {
    const now = deps.clock.now();
    const mark = await inSlot(deps.limits.marked, async () => {
      const marks = await inOne(deps, (tx) => markSending(tx, deps, { checked: [checked], now }));
      return marks.get(checked.ready.facts.rowId);
    });
    if (mark) countLateness(deps.tally, { channel: 'email', due: checked.due }, now);
    return mark ?? null;
  },
  async taken(taken) {
    await taking('outbox', [taken]).execute(deps.system);
    deps.limits.marked.give(1);
  },
  accepted: ({ facts, providerId }) =>
    counted(
      deps,
      untilNoted(deps, () => inOne(deps, (tx) => noteAccepted(tx, { facts, providerId, now: deps.clock.now() }))),
    ),
  inTx: (work) => inOne(deps, work),
  withConnection: (work) => work(),
});

/**
 * Records that an email couldn't be prepared. As in `prepareChunk`, an internal error uses an attempt, but a database
 * outage doesn't.
 */
async function noteUnprepared(deps: PlatformDeps, claimed: Claimed, error: unknown): Promise<void> {
  deps.logger.error({ err: errorForLog(error), row: claimed.id }, "couldn't prepare a platform email");
  if (isPassingFault(error)) {
    await release(deps, claimed);
    // This lane stops. The next sweep finds the email.
    throw error;
  }
  const failed = {
    facts: factsOf(deps, claimed),
    now: deps.clock.now(),
    code: null,
    detail: '',
    attempt: claimed.attempts + 1,
    unmarked: true,
    claimedUntil: claimed.claimed_until,
  };
  await counted(
    deps,
    inOne(deps, (tx) => notePassing(tx, failed)),
  );
}

/**
 * Checks a claimed email. Returns undefined if there's nothing to send or another worker has since claimed the email.
 */
async function prepare(deps: PlatformDeps, claimed: Claimed): Promise<CheckedMail | undefined> {
  const made = await inOne(deps, (tx) => prepareIn(tx, deps, claimed));
  if (!made || 'ready' in made) return made;
  countVerdict(deps.tally, 'email', made);
  return undefined;
}

async function prepareIn(
  tx: CompanyTx,
  deps: PlatformDeps,
  { id, attempts, claimed_until: claimedUntil, ...claimed }: Claimed,
): Promise<CheckedMail | Verdict | undefined> {
  const row = await lockOutbox(tx, { id, companyId: null, claimedUntil });
  if (!row) return undefined;
  const facts = factsOf(deps, { id, ...claimed });
  const made = await make(deps, row);
  if ('kind' in made) {
    await applyVerdict(tx, { facts, verdict: made, now: deps.clock.now() });
    return made;
  }
  const { kept, ...words } = made;
  const mail = { ...words, messageId: messageIdOf(id, deps.config), to: row.to_address };
  const ready = { facts, offer: null, channel: 'email', mail, optOutBinds: false, kept } as const;
  const due = row.first_due_at ?? row.due_at;
  return { ready, due, version: row.version, lead: undefined, claimedUntil, attempts, at: performance.now() };
}

/** Renders an email, or returns the reason it won't be sent. */
async function make({ config, clock, kinds }: PlatformDeps, row: OutboxRow): Promise<OutgoingMail | Verdict> {
  const kind = kindOf(kinds, row.kind);
  if (!kind) return verdictOnUnknown(row, clock.now());
  const made = await kind.platformMail?.({ row, config, clock });
  if (!made) return skip('This version doesn’t send this email without a company');
  if ('skip' in made) return skip(made.skip);
  return kind.byPerson ? made : { ...made, headers: { ...made.headers, ...automaticHeader(made) } };
}

/**
 * Resolves emails that were being sent when their worker died. Their outcome is unknown, unless we recorded that the
 * mail server accepted them.
 */
async function recordLapsed(deps: PlatformDeps): Promise<void> {
  const rows = await deps.system
    .selectFrom('outbox')
    .select(['id', 'kind', 'claimed_until', 'provider_id'])
    .where('company_id', 'is', null)
    .where('status', '=', 'sending')
    .where(LAPSED)
    .limit(100)
    .execute();
  for (const row of rows)
    await recordOutcome(deps, row).catch((error: unknown) =>
      deps.logger.error({ err: errorForLog(error), row: row.id }, "couldn't record the outcome of a platform email"),
    );
}

async function recordOutcome(
  deps: PlatformDeps,
  {
    claimed_until: claimedUntil,
    provider_id: providerId,
    ...row
  }: Pick<OutboxRow, 'id' | 'kind' | 'claimed_until' | 'provider_id'>,
): Promise<void> {
  // An email that has since been rescheduled doesn't need to be resolved.
  if (claimedUntil === null) return;
  deps.logger.warn({ row: row.id }, 'a worker died while sending a platform email');
  const about = { facts: factsOf(deps, row), now: deps.clock.now() };
  await counted(
    deps,
    inOne(deps, (tx) =>
      providerId === null ? noteUnknown(tx, { ...about, claimedUntil }) : noteAccepted(tx, { ...about, providerId }),
    ),
  );
}
