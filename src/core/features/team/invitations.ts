import { INVITATION_DAYS, maySetRole, type TeamRole } from '#shared/features/team/roles.rules.ts';
import { AppError, invalid, notFound } from '#shared/primitives/app-error.ts';
import { cleanCompanyName } from '#shared/primitives/strangers-words.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { InvitationId } from '#shared/primitives/ids.ts';
import type { Deps } from '../../platform/deps.ts';
import { asCompany, type SystemTx } from '../../platform/db/system.ts';
import { hashToken, randomToken, seal } from '../../platform/secrets.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import { spendBudgets } from '../trust/budgets.ts';
import { readProofs, requireAllowed } from '../trust/company-allowance.ts';
import { lockActor, onlyOwners, type TeamDeps } from './members.ts';
import { teamInvitation } from './messages/team-invitation.ts';
import { sealContext } from './seal-context.ts';
import { recordCompanyAct, type TeamActor } from './team-act.ts';

type InviteDeps = TeamDeps & Pick<Deps, 'config' | 'wakeUps'>;

/**
 * Invites an email address, and replaces any open invitation to it. Throws FORBIDDEN if the actor can't grant the role,
 * for example if a manager invites an owner. Throws VALIDATION_FAILED if the person is already a member. Throws
 * NOT_CONFIRMED if the company's email addresses are unconfirmed. Throws RATE_LIMITED after 20 invitations a day per
 * company, or 3 a day per email address across all companies.
 */
export const invite = (
  deps: InviteDeps,
  by: TeamActor,
  { email, role }: { email: string; role: TeamRole },
): Promise<void> =>
  inTeam(deps, by, async (tx, actor) => {
    if (!maySetRole(actor, null, role)) throw onlyOwners();
    const member = await tx
      .selectFrom('company_members')
      .innerJoin('users', 'users.id', 'company_members.user_id')
      .select('users.id')
      .where('company_members.company_id', '=', by.companyId)
      .where('users.email', '=', email)
      .executeTakeFirst();
    if (member) throw invalid({ email: 'This person is already a member' });
    await revokeOpen(tx, by, email, deps.clock.now());
    await sendNew(tx, deps, by, { email, role });
  });

/**
 * Resends an open invitation and makes it valid for another seven days. The earlier link becomes invalid. Throws
 * NOT_FOUND if there's no such open invitation. Also throws FORBIDDEN, NOT_CONFIRMED and RATE_LIMITED, in the same
 * cases as `invite`.
 */
export const resendInvitation = (deps: InviteDeps, by: TeamActor, id: InvitationId): Promise<void> =>
  inTeam(deps, by, async (tx, actor) => {
    const { email, role } = await findOpen(tx, by, id);
    if (!maySetRole(actor, null, role)) throw onlyOwners();
    await revokeOpen(tx, by, email, deps.clock.now());
    await sendNew(tx, deps, by, { email, role });
  });

/**
 * Revokes an open invitation. Throws NOT_FOUND if there's no such open invitation. Throws FORBIDDEN if the actor can't
 * grant the invitation's role, for example if a manager revokes an invitation for an owner.
 */
export const revokeInvitation = (deps: InviteDeps, by: TeamActor, id: InvitationId): Promise<void> =>
  inTeam(deps, by, async (tx, actor) => {
    const { email, role } = await findOpen(tx, by, id);
    if (!maySetRole(actor, null, role)) throw onlyOwners();
    await revokeOpen(tx, by, email, deps.clock.now());
    const change = { email, before: { role }, at: deps.clock.now() };
    await recordCompanyAct(tx, { by, action: 'team.invitation_revoked', ...change });
  });

async function inTeam(
  { system, wakeUps }: InviteDeps,
  by: TeamActor,
  work: (tx: SystemTx, actor: TeamRole) => Promise<void>,
): Promise<void> {
  await system.transaction().execute(async (tx) => work(tx, await lockActor(tx, by)));
  void wakeUps.enqueue(by.companyId, 'email');
}

async function findOpen(tx: SystemTx, { companyId }: TeamActor, id: InvitationId) {
  const found = await tx
    .selectFrom('invitations')
    .select(['email', 'role'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw notFound('this invitation');
  return found;
}

const revokeOpen = (tx: SystemTx, { companyId }: TeamActor, email: string, at: Date) =>
  tx
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('company_id', '=', companyId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();

const TOO_MANY =
  'You’ve reached today’s limit for invitations. Ask the person you invited to check their inbox and spam folder, or try again tomorrow';

async function sendNew(
  tx: SystemTx,
  { config, clock }: InviteDeps,
  by: TeamActor,
  { email, role }: { email: string; role: TeamRole },
): Promise<void> {
  const { companyId } = by;
  const at = clock.now();
  requireAllowed(await asCompany(tx, companyId, (inside) => readProofs(inside, companyId, at)), 'answers');
  const refused = await spendBudgets(
    tx,
    [
      { budget: 'invited-email', key: email },
      { budget: 'company-invitations', key: companyId },
    ],
    at,
  );
  if (refused !== null) throw new AppError(TOO_MANY, 'RATE_LIMITED', { fields: { email: TOO_MANY } });
  const token = randomToken();
  const { id } = await tx
    .insertInto('invitations')
    .values({
      company_id: companyId,
      email,
      role,
      token_hash: hashToken(token),
      invited_by: by.userId,
      created_at: at,
      expires_at: new Date(at.getTime() + INVITATION_DAYS * DAY),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueMessage(tx, {
    companyId,
    leadId: null,
    kind: teamInvitation,
    channel: 'email',
    to: email,
    payload: { invitationId: id, sealed: seal(token, config.APP_SECRET, sealContext(id)) },
    dedupeKey: `${teamInvitation.kind}:${id}`,
    at,
  });
  await recordCompanyAct(tx, { by, action: 'team.invited', email, after: { role }, at });
}

/** Returns the error for an invalid link. It's the same whether the link is unknown, expired, revoked or used. */
const wrongLink = (): AppError =>
  invalid({ token: 'This invitation expired, was revoked or was already used. Ask for a new one' });

const openByToken = (tx: SystemTx, token: string, at: Date) =>
  tx
    .selectFrom('invitations')
    .where('token_hash', '=', hashToken(token))
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at);

/**
 * Returns what an open invitation says, so that the person who has its link doesn't type their email address again. The
 * link was only sent to that address. Throws VALIDATION_FAILED if the link is unknown, expired, revoked or already used.
 */
export const readInvitation = ({ system, clock }: TeamDeps, token: string) =>
  system.transaction().execute(async (tx) => {
    const found = await openByToken(tx, token, clock.now())
      .innerJoin('company_profiles', 'company_profiles.id', 'invitations.company_id')
      .leftJoin('users', (join) =>
        join.onRef('users.email', '=', 'invitations.email').on('users.email_verified_at', 'is not', null),
      )
      .select(['invitations.email', 'invitations.role', 'company_profiles.name', 'users.id as userId'])
      .executeTakeFirst();
    if (!found) throw wrongLink();
    const { email, role, name, userId } = found;
    return { email, role, companyName: cleanCompanyName(name), hasAccount: userId !== null };
  });

/**
 * Accepts an invitation. The user joins the company and switches to it. If they're already a member, they keep their
 * role. Throws VALIDATION_FAILED if the link is unknown, expired, revoked or already used. Throws FORBIDDEN if the
 * invitation is for another email address.
 */
export const acceptInvitation = (
  { system, clock }: TeamDeps,
  user: { userId: TeamActor['userId']; email: string; ip: string },
  token: string,
) =>
  system.transaction().execute(async (tx) => {
    const at = clock.now();
    const found = await openByToken(tx, token, at).selectAll('invitations').forUpdate().executeTakeFirst();
    if (!found) throw wrongLink();
    if (found.email !== user.email.toLowerCase())
      throw new AppError(
        `We sent this invitation to another email address. Sign in with that one, not ${user.email}`,
        'FORBIDDEN',
      );
    await tx.updateTable('invitations').set({ accepted_at: at }).where('id', '=', found.id).execute();
    await tx
      .insertInto('company_members')
      .values({ company_id: found.company_id, user_id: user.userId, role: found.role })
      .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doNothing())
      .execute();
    await tx.updateTable('users').set({ active_company_id: found.company_id }).where('id', '=', user.userId).execute();
    const by = { userId: user.userId, companyId: found.company_id, ip: user.ip };
    await recordCompanyAct(tx, { by, action: 'team.joined', email: user.email, after: { role: found.role }, at });
    const company = await tx
      .selectFrom('company_profiles')
      .innerJoin('company_members', 'company_members.company_id', 'company_profiles.id')
      .select(['company_profiles.id as companyId', 'company_profiles.name as companyName', 'company_members.role'])
      .where('company_profiles.id', '=', found.company_id)
      .where('company_members.user_id', '=', user.userId)
      .executeTakeFirstOrThrow();
    return company;
  });
