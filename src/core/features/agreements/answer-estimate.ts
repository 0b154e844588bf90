import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { Language } from '#shared/primitives/language.ts';
import { localDate } from '#shared/primitives/local-date.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import type { CompanyRow } from '../company/company.table.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { hashToken } from '../../platform/secrets.ts';
import { languageOfVersion, type Version } from '../estimates/estimate-document.ts';
import { statusNow } from '#shared/features/estimates/status-now.rules.ts';
import { type EstimateLead, getCompany } from '../estimates/estimates.repository.ts';
import { getVersion } from '../estimates/read-version.ts';
import { agreementWords } from './words.ts';

export type AnswerDeps = SystemDeps & Pick<Deps, 'db' | 'clock' | 'wakeUps'>;

/**
 * Finds the estimate for a private link. Throws the same NOT_FOUND whether the token is unknown, altered or revoked.
 */
export const followLink = async (
  { system }: SystemDeps,
  token: string,
): Promise<{ companyId: CompanyId; estimateId: EstimateId }> => {
  const link = await system
    .selectFrom('estimate_links')
    .select(['company_id as companyId', 'estimate_id as estimateId'])
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!link) throw notFound('this estimate');
  return link;
};

/** An estimate version whose lead is locked, so the homeowner's and the contractor's actions run one at a time. */
export interface Answered {
  version: Version;
  lead: EstimateLead;
  company: CompanyRow;
  at: Date;
}

/**
 * In one transaction, runs an action that the homeowner takes through their link. Then wakes the worker. Throws
 * NOT_FOUND.
 */
export const answering = async <T>(
  deps: AnswerDeps,
  token: string,
  work: (tx: CompanyTx, answered: Answered) => Promise<T>,
): Promise<T> => {
  const { companyId, estimateId: id } = await followLink(deps, token);
  const result = await inCompany(deps.db, companyId, async (tx) => {
    const at = deps.clock.now();
    const { estimate } = await getVersion(tx, { companyId, id, at });
    const lead = await lockLeadOrThrow(tx, companyId, estimate.lead_id);
    // Rereads the version under the lock, because another transaction may have changed it.
    const version = await getVersion(tx, { companyId, id, at });
    return work(tx, { version, lead, company: await getCompany(tx, companyId), at });
  });
  await deps.wakeUps.enqueue(companyId);
  return result;
};

/**
 * Throws if the homeowner can no longer answer the estimate. Throws ESTIMATE_SUPERSEDED, ESTIMATE_EXPIRED, or CONFLICT
 * if the estimate was already accepted or declined. The error message is in `language` if given, otherwise in the
 * version's language.
 */
export const requireOpen = ({ version, at }: Pick<Answered, 'version' | 'at'>, language?: Language) => {
  const { estimate, acceptance, hasNewer } = version;
  const words = agreementWords(languageOfVersion(version, language));
  const company = estimate.company.name;
  if (acceptance && estimate.status !== 'superseded')
    throw new AppError(words.alreadyAccepted, 'CONFLICT', { nextStep: 'refresh' });
  switch (statusNow(estimate, at)) {
    case 'superseded':
      throw new AppError(words.superseded({ company }), 'ESTIMATE_SUPERSEDED');
    case 'expired':
      throw new AppError(
        words.expired({ day: words.format.day(localDate(estimate.valid_until)), company }),
        'ESTIMATE_EXPIRED',
      );
    case 'declined':
      throw new AppError(words.declined({ company }), 'CONFLICT');
    case 'draft':
    case 'sent':
    case 'viewed':
      if (hasNewer) throw new AppError(words.superseded({ company }), 'ESTIMATE_SUPERSEDED');
      return;
    case 'accepted':
    case 'deposit_paid':
    case 'paid':
    case 'refunded':
    case 'disputed':
      throw new AppError(words.alreadyAccepted, 'CONFLICT', { nextStep: 'refresh' });
  }
};
