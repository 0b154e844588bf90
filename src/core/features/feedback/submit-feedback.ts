import type { FeedbackInput } from '#shared/features/feedback/feedback.schema.ts';
import { HOUR, SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import { errorForLog } from '../../platform/log-error.ts';
import type { Deps } from '../../platform/deps.ts';
import { createRateLimit } from '../../platform/rate-limit.ts';
import type { SystemDb } from '../../platform/db/system.ts';
import { enqueueMessage } from '../messages/outbox.repository.ts';

type FeedbackDeps = Pick<Deps, 'system' | 'clock' | 'config' | 'bell' | 'logger'>;

/** Who writes: nobody known (null) is limited by his address. */
export interface Sender {
  userId: UserId | null;
  companyId: CompanyId | null;
  ip: string;
}

const LIMIT = {
  name: 'feedback',
  points: 10,
  durationSeconds: HOUR / SECOND,
  message: 'That was a lot of feedback at once. Wait a while and write again',
};

/**
 * Keeps what a person wrote and mails it to SUPPORT_EMAIL. The mail is written after the feedback and apart from it:
 * where that fails it is logged, and the feedback stands (spec, section 7). Throws RATE_LIMITED.
 */
export async function submitFeedback(deps: FeedbackDeps, sender: Sender, input: FeedbackInput): Promise<void> {
  const { system, clock, logger } = deps;
  await createRateLimit(system, LIMIT).consume(sender.userId ?? sender.ip);
  const { id } = await system
    .insertInto('feedback')
    .values({
      user_id: sender.userId,
      name: input.name ?? null,
      email: input.email ?? null,
      category: input.category,
      subject: input.subject,
      message: input.message,
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  try {
    await mailIt(deps, sender, { id, input });
  } catch (error) {
    logger.warn({ err: errorForLog(error), feedback: id }, 'the mail about a feedback could not be written');
  }
}

/** A mail leaves through a company's outbox: the sender's own, else an admin's. Without either it stays in the inbox. */
async function mailIt(
  { system, clock, config, bell }: FeedbackDeps,
  sender: Sender,
  { id, input }: { id: string; input: FeedbackInput },
): Promise<void> {
  const companyId = sender.companyId ?? (await findAdminCompany(system));
  if (companyId === null) return;
  await system.transaction().execute((tx) =>
    enqueueMessage(tx, {
      companyId,
      leadId: null,
      kind: 'feedback.received',
      channel: 'email',
      to: config.SUPPORT_EMAIL,
      payload: { ...input },
      dedupeKey: `feedback:${id}`,
      at: clock.now(),
    }),
  );
  await bell.ring(companyId);
}

async function findAdminCompany(system: SystemDb): Promise<CompanyId | null> {
  const row = await system
    .selectFrom('user_roles')
    .innerJoin('company_members', 'company_members.user_id', 'user_roles.user_id')
    .select('company_members.company_id')
    .where('role', '=', 'admin')
    .orderBy('user_roles.created_at')
    .orderBy('user_roles.user_id')
    .limit(1)
    .executeTakeFirst();
  return row?.company_id ?? null;
}
