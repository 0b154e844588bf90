import type { DraftView, SendDraftInput } from '#shared/features/agent/agent.schema.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId, MessageId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../../platform/db/app.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type Sender, sendTyped } from '../../conversations/send-typed.ts';
import { readDrafts } from './replies.repository.ts';

/** Lists the open drafts that the requesting user may see, newest first. */
export const listDrafts = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  { leadId }: { leadId?: LeadId | undefined } = {},
): Promise<DraftView[]> => inCompany(db, companyId, (tx) => readDrafts(tx, { companyId, leadId }));

/**
 * Sends a draft as a message typed by the contractor. The contractor may have edited the draft. It must pass the same
 * checks as a typed message. Throws NOT_FOUND and the errors of `sendTyped`. Throws CONFLICT if the draft is no longer
 * open. If an error is thrown, the draft is kept.
 */
export async function sendDraft(
  deps: Pick<Deps, 'db' | 'clock' | 'wakeUps'>,
  sender: Sender,
  { id, text }: SendDraftInput,
): Promise<void> {
  const { companyId } = sender;
  const draft = await inCompany(deps.db, companyId, (tx) => findDraft(tx, companyId, id));
  if (draft.status === 'sent') return;
  const { leadId, channel } = draft;
  await sendTyped(deps, sender, {
    leadId,
    channel,
    text: text ?? draft.answer ?? '',
    idempotencyKey: `draft-${id}`,
    whenAllowed: true,
  });
  await inCompany(deps.db, companyId, (tx) => setStatus(tx, { companyId, id, status: 'sent' }));
}

/** Discards a draft. Throws NOT_FOUND. */
export const discardDraft = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId, id: MessageId): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    await findDraft(tx, companyId, id);
    await setStatus(tx, { companyId, id, status: 'discarded' });
  });

interface Draft {
  leadId: LeadId;
  channel: 'sms' | 'email';
  status: string;
  answer: string | null;
}

async function findDraft(tx: CompanyTx, companyId: CompanyId, id: MessageId): Promise<Draft> {
  const found = await tx
    .selectFrom('agent_replies')
    .innerJoin('leads', 'leads.id', 'agent_replies.lead_id')
    .select(['lead_id as leadId', 'channel', 'agent_replies.status', 'answer', 'leads.awaits_answer'])
    .where('agent_replies.company_id', '=', companyId)
    .where('message_id', '=', id)
    .executeTakeFirst();
  if (!found || found.status === 'waiting' || found.status === 'joined') throw notFound('this draft');
  const isOpen = found.status === 'draft' && found.awaits_answer !== null;
  if (!isOpen && found.status !== 'sent' && found.status !== 'discarded')
    throw new AppError('This draft is no longer needed because the conversation has moved on', 'CONFLICT');
  return found;
}

const setStatus = (
  tx: CompanyTx,
  { companyId, id, status }: { companyId: CompanyId; id: MessageId; status: 'sent' | 'discarded' },
): Promise<unknown> =>
  tx
    .updateTable('agent_replies')
    .set({ status })
    .where('company_id', '=', companyId)
    .where('message_id', '=', id)
    .where('status', '=', 'draft')
    .execute();
