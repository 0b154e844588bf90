import { setTimeout as wait } from 'node:timers/promises';
import { inCompany, type AppDb, type CompanyTx } from '../../../platform/db/app.ts';
import { isDatabaseUnavailable } from '../../../platform/db/unavailable.ts';
import { errorForLog } from '../../../platform/log-error.ts';
import type { ProviderAnswer } from '../../../platform/provider-answer.ts';
import { withPhone } from '../phone-lock.ts';
import type { ClaimedRow, DeliveryDeps, MessageFacts, Ready } from './delivery.ts';
import { markSending } from './mark-sending.ts';
import { noteAccepted, notePassing, noteRefused, noteUnknown } from './note.ts';
import { followUpFacts, prepareFollowUp } from './prepare-follow-up.ts';
import { kindOf, outboxFacts, prepareOutbox } from './prepare-outbox.ts';
import { applyVerdict } from './record.ts';
import { getCompany, lockFollowUp, lockLead, lockOutbox } from './rows.ts';
import type { Verdict } from './verdict.ts';

/**
 * Checks a claimed row, hands it to its provider and notes what came of it. Safe to run twice and beside itself:
 * the row is locked and must still carry this claim. A crash after the mark 'sending' is settled by `settleLapsed`.
 */
export async function deliver(deps: DeliveryDeps, claimed: ClaimedRow): Promise<void> {
  if (claimed.channel === 'email') return prepareAndSend(deps, deps.db, claimed);
  const phone = await findPhone(deps, claimed);
  await deps.pinned
    .connection()
    .execute((connection) =>
      phone === null
        ? prepareAndSend(deps, connection, claimed)
        : withPhone(connection, phone, () => prepareAndSend(deps, connection, claimed)),
    );
}

/** The number to be locked. Should the lead get another number meanwhile, the checks still see the new one. */
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

async function prepareAndSend(deps: DeliveryDeps, db: AppDb, claimed: ClaimedRow): Promise<void> {
  const marked = await prepare(deps, db, claimed);
  // a process that slept since the mark must begin nothing: someone else may be settling the row
  if (!marked || performance.now() - marked.at > deps.timings.sendLeaseMs / 2) return;
  const { ready } = marked;
  const answer = await (ready.channel === 'sms' ? deps.texts.send(ready.text) : deps.mails.send(ready.mail));
  await outlastingRestarts(() =>
    inCompany(deps.db, claimed.companyId, (tx) => note(tx, deps, { ready, claimed, answer })),
  );
}

const PAUSES = [250, 500, 1_000, 2_000, 4_000];

/** What the provider answered is known only here: a Postgres that restarts is waited for, about 8 s. */
async function outlastingRestarts(work: () => Promise<void>): Promise<void> {
  for (const pause of PAUSES) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await wait(pause);
    }
  }
  return work();
}

/** A row that is marked 'sending'; `at` is this process's monotonic time just before. */
interface Marked {
  ready: Ready;
  at: number;
}

/** Null where there is nothing to send: the row says why, or another claim holds it. */
async function prepare(deps: DeliveryDeps, db: AppDb, claimed: ClaimedRow): Promise<Marked | null> {
  try {
    return await inCompany(db, claimed.companyId, (tx) => prepareIn(tx, deps, claimed));
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    // a fault of ours in one message must not hold up the others, nor be tried in a tight loop
    deps.logger.error(
      { err: errorForLog(error), table: claimed.table, row: claimed.id },
      'a message could not be prepared',
    );
    const facts = claimed.table === 'outbox' ? outboxFacts(claimed, '', undefined) : followUpFacts(claimed, 1);
    await inCompany(db, claimed.companyId, (tx) =>
      notePassing(tx, { facts, now: deps.clock.now(), code: null, detail: '', attempt: claimed.attempts }),
    );
    return null;
  }
}

async function prepareIn(tx: CompanyTx, deps: DeliveryDeps, claimed: ClaimedRow): Promise<Marked | null> {
  const now = deps.clock.now();
  const lead = claimed.leadId === null ? undefined : await lockLead(tx, claimed.companyId, claimed.leadId);
  const made = await make(tx, deps, { claimed, lead, now });
  if (!made) return null;
  const { facts, result } = made;
  if (!('channel' in result)) {
    await applyVerdict(tx, { claimed, facts, verdict: result, now });
    return null;
  }
  const at = performance.now();
  await markSending(tx, deps, { ready: result, now });
  return { ready: result, at };
}

interface Make {
  claimed: ClaimedRow;
  lead: Awaited<ReturnType<typeof lockLead>>;
  now: Date;
}

async function make(
  tx: CompanyTx,
  deps: DeliveryDeps,
  { claimed, lead, now }: Make,
): Promise<{ facts: MessageFacts; result: Ready | Verdict } | null> {
  if (claimed.table === 'follow_up_messages') {
    const row = await lockFollowUp(tx, claimed);
    if (!row) return null;
    const company = await getCompany(tx, claimed.companyId);
    const result = await prepareFollowUp(tx, { claimed, row, lead, company, config: deps.config, now });
    return { facts: followUpFacts(claimed, row.step), result };
  }
  const row = await lockOutbox(tx, claimed);
  if (!row) return null;
  const company = await getCompany(tx, claimed.companyId);
  const result = await prepareOutbox(tx, deps, { claimed, row, lead, company, now });
  return { facts: outboxFacts(claimed, row.kind, kindOf(deps.kinds, row.kind)), result };
}

async function note(
  tx: CompanyTx,
  deps: DeliveryDeps,
  { ready, claimed, answer }: { ready: Ready; claimed: ClaimedRow; answer: ProviderAnswer },
): Promise<void> {
  const { facts } = ready;
  const now = deps.clock.now();
  const attempt = claimed.attempts;
  const about = { table: facts.table, row: facts.rowId, channel: facts.channel, attempt };
  switch (answer.kind) {
    case 'accepted':
      await noteAccepted(tx, { facts, providerId: answer.providerId, now });
      return;
    case 'passing':
      deps.logger.warn({ ...about, code: answer.code }, 'the provider did not take a message; trying again later');
      await notePassing(tx, { facts, now, code: answer.code, detail: answer.detail, attempt });
      return;
    case 'refused':
      deps.logger.warn({ ...about, code: answer.code }, 'the provider refused a message');
      await noteRefused(tx, { facts, now, code: answer.code, detail: answer.detail, attempt });
      return;
    case 'unknown':
      deps.logger.warn(about, 'the provider’s answer is not known');
      // a text stays 'sending': once its lease is over Twilio is asked; a mail server can't be
      if (facts.channel === 'email') await noteUnknown(tx, { facts, now, attempt });
      return;
  }
}
