/**
 * Returns what a homeowner still owes for a job, in cents. Negative if the contractor owes that much back. `totalCents`
 * is the price of the job: the signed version's total with its signed changes. `paidCents` is what was received, less
 * what went back: every payment for the job that arrived, online or by hand, whatever the version, minus refunds and what
 * a lost dispute returned. Every surface shows this balance. Lists compute it in SQL (`leadMoney` in
 * `core/features/lead-rows/lead-money.ts`). `money-surfaces.test.ts` compares both on all surfaces.
 */
export const balanceOf = ({ totalCents, paidCents }: { totalCents: number; paidCents: number }): number =>
  totalCents - paidCents;
