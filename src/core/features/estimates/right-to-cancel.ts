import { type CancelPeriod, cancelStatement, lastDayToCancel } from '#shared/features/estimates/cooling-off.rules.ts';
import type { Language } from '#shared/primitives/language.ts';
import { localDate, type LocalDate, localDateOf } from '#shared/primitives/local-date.ts';
import type { AcceptanceRow } from './estimates.table.ts';
import { cancelNotice, cancelPeriodOf, isFederalHoliday, placeOf, stateIn } from '../../platform/us-data/index.ts';
import type { DocumentChange } from './document-changes.ts';
import type { EstimateDocument } from './estimate-document.ts';

/** The right to cancel, as shown on the page, in the email and on the PDF (C28). */
export interface RightToCancel {
  businessDays: number;
  /** The last day to cancel, which ends at midnight in `zone`. */
  until: LocalDate;
  zone: string;
  /** The sentence next to the signature. */
  statement: string;
}

interface Period extends Pick<CancelPeriod, 'businessDays'> {
  until: LocalDate;
  zone: string;
}

const told = ({ businessDays, until, zone }: Period, language: Language): RightToCancel => ({
  businessDays,
  until,
  zone,
  statement: cancelStatement(cancelNotice(language).statement, businessDays, language),
});

/**
 * Returns the right to cancel for an estimate that's signed at this time. The job's US state determines the number of
 * business days. The days are counted in the job's time zone.
 */
export const rightIfSignedNow = ({ customer, company, language }: EstimateDocument, at: Date): RightToCancel => {
  const { zone } = placeOf({ ...customer, companyZone: company.timeZone });
  const period = cancelPeriodOf(stateIn(customer.zip, customer.address, company.postalAddress, company.address));
  const until = lastDayToCancel(localDateOf(at, zone), period, isFederalHoliday);
  return told({ ...period, until, zone }, language);
};

/** Returns the right to cancel as stored with the signature. Later changes to the holiday list don't affect it. */
export const rightAsSigned = (acceptance: AcceptanceRow): RightToCancel =>
  told(
    {
      businessDays: acceptance.cancel_days,
      until: localDate(acceptance.cancel_until),
      zone: acceptance.cancel_zone,
    },
    acceptance.language,
  );

/** Returns the right to cancel a signed change, as it was when it was signed. */
export const rightOfChange = (
  { cancel }: NonNullable<DocumentChange['signature']>,
  language: Language,
): RightToCancel => told(cancel, language);

/** Returns the right to cancel as stored with the signature or, before signing, as it would be if signed now. */
export const rightToCancel = (document: EstimateDocument, acceptance: AcceptanceRow | null, at: Date): RightToCancel =>
  acceptance ? rightAsSigned(acceptance) : rightIfSignedNow(document, at);
