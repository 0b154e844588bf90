import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { readConversation, setTakenOver } from './conversations.repository.ts';

/** From here on a member answers the lead's conversations, and the agent is silent. Throws NOT_FOUND. */
export const takeOver = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, companyId: CompanyId, leadId: LeadId) =>
  inCompany(db, companyId, (tx) => setTakenOver(tx, { companyId, leadId, at: clock.now() }));

/** The agent answers again. Throws NOT_FOUND. */
export const giveBack = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId, leadId: LeadId) =>
  inCompany(db, companyId, (tx) => setTakenOver(tx, { companyId, leadId, at: null }));

/** What a lead and the agent wrote, oldest first; nothing if they never talked. */
export const getConversation = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId, leadId: LeadId) =>
  inCompany(db, companyId, (tx) => readConversation(tx, { companyId, leadId }));
