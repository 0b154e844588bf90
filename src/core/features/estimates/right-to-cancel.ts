import { type CancelPeriod, cancelStatement, lastDayToCancel } from '#shared/features/estimates/cooling-off.rules.ts';
import { localDate, type LocalDate, localDateOf } from '#shared/primitives/local-date.ts';
import type { AcceptanceRow } from './estimates.table.ts';
import { cancelPeriodOf, isFederalHoliday, loadCoolingOff, placeOf, stateIn } from '../../platform/us-data/index.ts';
import type { EstimateDocument } from './estimate-document.ts';

/** The right to cancel as the page, the mail and the PDF tell it (C28). */
export interface RightToCancel {
  businessDays: number;
  /** The last day, until its midnight in `zone`. */
  until: LocalDate;
  zone: string;
  /** The sentence that stands next to the signature. */
  statement: string;
}

const told = (period: Pick<CancelPeriod, 'businessDays'>, until: LocalDate, zone: string): RightToCancel => ({
  businessDays: period.businessDays,
  until,
  zone,
  statement: cancelStatement(loadCoolingOff().federal.statement, period.businessDays),
});

/** What holds for one who signs at this instant: days of the job's state, counted on the job's clocks. */
export const rightIfSignedNow = ({ customer, company }: EstimateDocument, at: Date): RightToCancel => {
  const { zone } = placeOf({ ...customer, companyZone: company.timeZone });
  const period = cancelPeriodOf(stateIn(customer.zip, customer.address, company.postalAddress, company.address));
  return told(period, lastDayToCancel(localDateOf(at, zone), period, isFederalHoliday), zone);
};

/** What was fixed at signing; a list of holidays that changes later does not move it. */
export const rightAsSigned = (acceptance: AcceptanceRow): RightToCancel =>
  told({ businessDays: acceptance.cancel_days }, localDate(acceptance.cancel_until), acceptance.cancel_zone);

/** Either of the two. */
export const rightToCancel = (document: EstimateDocument, acceptance: AcceptanceRow | null, at: Date): RightToCancel =>
  acceptance ? rightAsSigned(acceptance) : rightIfSignedNow(document, at);
