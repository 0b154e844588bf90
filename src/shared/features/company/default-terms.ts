/**
 * The placeholder for the deposit in the terms. In each version of an estimate, it's replaced with that version's
 * deposit (docs/decisions.md, 'The database makes sent estimates immutable').
 */
export const DEPOSIT_TAG = '{{deposit}}';

/** Returns the unknown placeholders in the terms, such as '{{price}}', as written and without duplicates. */
export const findUnknownPlaceholders = (terms: string): string[] => [
  ...new Set((terms.match(/\{\{[^{}\n]{0,60}\}\}/g) ?? []).filter((found) => fillTerms(found, '') !== '')),
];

/** A new company's terms: ten sections with the facts from the spec, section 9. The contractor can edit them. */
export const DEFAULT_TERMS = `1. Acceptance
You accept this estimate by signing it, on paper or online, within 30 days of its date. After that, we may have to price the work again.

2. Deposit
A deposit of ${DEPOSIT_TAG} is due on acceptance. We order materials and set a start date once it is paid.

3. Balance
The balance is due at completion of the work, unless the payment plan of this estimate says otherwise.

4. Ways to pay
You may pay by cash, check or credit card.

5. Late payment
Amounts not paid when due bear interest of 1.5% a month until they are paid.

6. Scope and changes
The price covers the fence and gates described in this estimate. We agree on any change and its price in writing before we make it. Rock, roots or hidden underground obstacles may add to the cost. We will ask you first.

7. Property lines, permits and approvals
You show us where the property lines are and tell us about any homeowners' association rules. Before work starts, we agree on who applies for permits. We have public underground lines marked before we dig. Please point out private ones, such as sprinkler and lighting lines.

8. Schedule and access
Start and finish dates are our best estimate and may change with weather and deliveries. Please keep the fence line clear, keep pets inside and give us access during working hours.

9. Limited warranty
We warrant our workmanship for 1 year from completion and repair faults in it at no charge. Materials carry their manufacturer's warranty. Damage by storms, accidents, misuse or natural movement of wood is not covered.

10. Cancellation
You may cancel in writing before work starts. We will then refund your deposit minus the cost of materials already ordered for you. These terms do not limit any right to cancel that the law gives you.`;

/** Replaces every `{{deposit}}` in the terms with the deposit, such as '50% of the total ($1,771.04)'. */
export const fillTerms = (terms: string, deposit: string): string =>
  terms.replace(/\{\{[ \t]?deposit[ \t]?\}\}/gi, () => deposit);
