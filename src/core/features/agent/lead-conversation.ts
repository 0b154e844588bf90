import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { readConversation, setTakenOver } from './conversations.repository.ts';

/** Records that a member now answers the lead's conversations instead of the agent. Throws NOT_FOUND. */
export const takeOver = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, companyId: CompanyId, leadId: LeadId) =>
  inCompany(db, companyId, (tx) => setTakenOver(tx, { companyId, leadId, at: clock.now() }));

/** Lets the agent answer the lead's conversations again. Throws NOT_FOUND. */
export const giveBack = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId, leadId: LeadId) =>
  inCompany(db, companyId, (tx) => setTakenOver(tx, { companyId, leadId, at: null }));

/** Returns the messages between a lead and the agent, oldest first. The result is empty if there are none. */
export const getConversation = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId, leadId: LeadId) =>
  inCompany(db, companyId, (tx) => readConversation(tx, { companyId, leadId }));
