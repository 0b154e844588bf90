import { DELETION_DAYS } from '#shared/features/data-rights/data-rights.rules.ts';
import type { DeletionView } from '#shared/features/data-rights/data-rights.schema.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import { type AuthDeps, type Visit } from '../auth/auth-deps.ts';
import { requirePassword } from '../auth/confirm-again.ts';
import { checkSecondFactor, countFactor } from '../auth/second-factor.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import { recordCompanyAct, type TeamActor } from '../team/team-act.ts';
import { companyDeletion } from './messages/company-deletion.ts';

type RequestDeps = AuthDeps;

interface Proof {
  currentPassword?: string | undefined;
  code?: string | undefined;
}

/**
 * Requests the company's deletion in 14 days, and emails its owners. Follow-ups and reminders stop at once. Requesting
 * again changes nothing. Throws VALIDATION_FAILED at `currentPassword` or `code` if the proof is missing or wrong, and
 * RATE_LIMITED after too many wrong ones.
 */
export async function requestDeletion(
  deps: RequestDeps,
  visit: Visit,
  { by, ...proof }: { by: TeamActor } & Proof,
): Promise<DeletionView> {
  await requirePassword(deps, visit, { userId: by.userId, currentPassword: proof.currentPassword });
  const factor = await factorOf(deps, visit, by);
  const at = deps.clock.now();
  const view = await deps.system.transaction().execute(async (tx) => {
    if (factor) await requireFactor(tx, deps, { by, code: proof.code });
    const company = await lockCompany(tx, by.companyId);
    if (company.deletion_requested_at !== null) return viewOf(company);
    const deletesAt = new Date(at.getTime() + DELETION_DAYS * DAY);
    const dates = { deletion_requested_at: at, deletes_at: deletesAt };
    await tx.updateTable('company_profiles').set(dates).where('id', '=', by.companyId).execute();
    await recordCompanyAct(tx, { by, action: 'company.deletion_requested', at });
    await tellOwners(tx, { company, by, state: 'requested', day: deletesAt, at });
    return viewOf(dates);
  });
  await factor?.right();
  void deps.wakeUps.enqueue('platform', 'email');
  return view;
}

/** Cancels the company's deletion, and emails its owners. Does nothing if none was requested, or if it has begun. */
export async function cancelDeletion(deps: RequestDeps, by: TeamActor): Promise<DeletionView> {
  const at = deps.clock.now();
  const view = await deps.system.transaction().execute(async (tx) => {
    const company = await lockCompany(tx, by.companyId);
    if (company.deletes_at === null || company.deletes_at <= at) return viewOf(company);
    const dates = { deletion_requested_at: null, deletes_at: null };
    await tx.updateTable('company_profiles').set(dates).where('id', '=', by.companyId).execute();
    await recordCompanyAct(tx, { by, action: 'company.deletion_canceled', at });
    await tellOwners(tx, { company, by, state: 'canceled', day: company.deletes_at, at });
    return viewOf(dates);
  });
  void deps.wakeUps.enqueue('platform', 'email');
  return view;
}

export async function readDeletion(
  { system }: Pick<RequestDeps, 'system'>,
  companyId: CompanyId,
): Promise<DeletionView> {
  const row = await system
    .selectFrom('company_profiles')
    .select(['deletion_requested_at', 'deletes_at'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return viewOf(row);
}

const viewOf = (row: { deletion_requested_at: Date | null; deletes_at: Date | null }): DeletionView => ({
  requestedAt: row.deletion_requested_at?.toISOString() ?? null,
  deletesAt: row.deletes_at?.toISOString() ?? null,
});

/** Counts an attempt at the second factor if the account has one. */
async function factorOf(deps: RequestDeps, visit: Visit, { userId }: TeamActor) {
  const { on } = await deps.system
    .selectFrom('users')
    .select((user) => user('totp_sealed', 'is not', null).as('on'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return on ? countFactor(deps, visit, userId) : undefined;
}

async function requireFactor(
  tx: SystemTx,
  { config }: RequestDeps,
  { by: { userId }, code }: { by: TeamActor; code: string | undefined },
): Promise<void> {
  if (!code) throw invalid({ code: 'Enter the code from your authenticator app' });
  if ((await checkSecondFactor(tx, config, { userId, code })) === null)
    throw invalid({ code: 'That code isn’t right. Use the newest code' });
}

const lockCompany = (tx: SystemTx, companyId: CompanyId) =>
  tx
    .selectFrom('company_profiles')
    .select(['id', 'name', 'time_zone', 'deletion_requested_at', 'deletes_at'])
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

interface Told {
  company: { id: CompanyId; name: string; time_zone: string };
  by: TeamActor | null;
  state: 'requested' | 'canceled' | 'done';
  day: Date;
  at: Date;
}

/** Emails the company's owners, from the platform, because the company's own messages go with it. */
export async function tellOwners(tx: SystemTx, { company, by, state, day, at }: Told): Promise<void> {
  const owners = await tx
    .selectFrom('company_members')
    .innerJoin('users', 'users.id', 'company_members.user_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('company_members.company_id', '=', company.id)
    .where('company_members.role', '=', 'owner')
    .execute();
  const name = owners.find(({ id }) => id === by?.userId)?.name ?? 'An owner';
  for (const { id, email } of owners)
    await enqueueMessage(tx, {
      companyId: null,
      leadId: null,
      channel: 'email',
      to: email,
      at,
      kind: companyDeletion,
      payload: { state, company: company.name, by: name, day: formatDate(day, company.time_zone) },
      dedupeKey: `company.deletion:${state}:${company.id}:${id}:${at.toISOString()}`,
    });
}
