import type { PaymentKind } from '#shared/features/payments/payment-status.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { Language } from '#shared/primitives/language.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { startEstimatePayment } from '../payments/start-estimate-payment.ts';
import { followLink, requireOpen } from './answer-estimate.ts';
import { languageOfVersion } from '../estimates/estimate-document.ts';
import { isAgreed, getVersion } from '../estimates/read-version.ts';
import { agreementWords } from './words.ts';

/**
 * Returns the URL where the homeowner pays for the signed estimate. The estimate must be signed first, because some US
 * states prohibit payments before the signature. If the contractor takes a deposit in person, they must follow those
 * laws themselves. Throws NOT_FOUND, CONFLICT, ESTIMATE_EXPIRED, ESTIMATE_SUPERSEDED, PROVIDER_UNAVAILABLE.
 */
export const payEstimate = async (
  deps: StripeDeps,
  { token, what, language }: { token: string; what: PaymentKind; language?: Language | undefined },
): Promise<{ url: string }> => {
  const { companyId, estimateId } = await followLink(deps, token);
  const at = deps.clock.now();
  const version = await inCompany(deps.db, companyId, (tx) => getVersion(tx, { companyId, id: estimateId, at }));
  if (!isAgreed(version)) {
    requireOpen({ version, at }, language);
    throw new AppError(agreementWords(languageOfVersion(version, language)).signFirst, 'CONFLICT');
  }
  return startEstimatePayment(deps, { companyId, estimateId, what });
};
