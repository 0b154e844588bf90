import type { PaymentKind } from '#shared/features/payments/payment-status.rules.ts';
import { platformFee } from '#shared/features/payments/platform-fee.rules.ts';
import { depositCents } from '#shared/features/estimates/deposit.rules.ts';
import { plainFence } from '#shared/features/pricing/fence.ts';
import { neutralBook } from '#shared/features/pricing/price-book.ts';
import { type FencePrice, priceFence } from '#shared/features/pricing/price.rules.ts';
import {
  DEFAULT_BASE_PRICE_CENTS,
  DEFAULT_GATE_PRICE_CENTS,
  DEFAULT_MATERIALS,
} from '#shared/features/pricing/pricing.schema.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import { chosenLeads } from './stories.ts';

/** The id of the demo company's Stripe account, both in our database and in the Stripe stand-in. */
export const DEMO_ACCOUNT = 'acct_demo_acme_fence';
/** How long the demo homeowners take to sign a sent estimate. */
export const ACCEPTED_AFTER = 4 * HOUR;
const SENT_AFTER = HOUR;
const FEE_BPS = 100;

/** A payment by one of the demo's homeowners. The payments table and the stand-in use the same ids. */
export interface DemoPayment {
  leadName: string;
  kind: PaymentKind;
  amountCents: number;
  feeCents: number;
  method: 'card' | 'us_bank_account';
  at: Date;
  session: string;
  intent: string;
  charge: string;
}

interface Fence {
  perimeter: number | null;
  gateCount: number;
  materialType: string | null;
}

interface DemoPrices {
  perimeter: number;
  gateCount: number;
  basePriceCents: number;
  premiumCents: number;
  gatePriceCents: number;
}

/** Prices a demo fence. */
export const demoPrice = ({ perimeter, gateCount, premiumCents, ...prices }: DemoPrices): FencePrice =>
  priceFence(plainFence({ perimeter, materialId: '', gateCount }), {
    ...prices,
    materials: [{ id: '', name: '', premiumCents }],
    book: neutralBook(prices.gatePriceCents),
  });

/** Returns the pricing input for a demo fence. */
export const demoPrices = ({ perimeter, gateCount, materialType }: Fence): DemoPrices => ({
  perimeter: perimeter ?? 100,
  gateCount,
  basePriceCents: DEFAULT_BASE_PRICE_CENTS,
  premiumCents: DEFAULT_MATERIALS.find(({ name }) => name === materialType)?.premiumCents ?? 0,
  gatePriceCents: DEFAULT_GATE_PRICE_CENTS,
});

/**
 * Returns all payments to the demo company before `now`: deposits paid by card, and a balance paid by bank debit after
 * the job was done.
 */
export function demoPayments(now: Date): DemoPayment[] {
  return chosenLeads(now).flatMap(({ lead, story, createdAt }) => {
    if (story !== 'deposit paid' && story !== 'paid') return [];
    const { totalCents } = demoPrice(demoPrices(lead));
    const deposit = depositCents(totalCents);
    const signed = createdAt.getTime() + SENT_AFTER + ACCEPTED_AFTER;
    const paid = (
      kind: PaymentKind,
      amountCents: number,
      method: DemoPayment['method'],
      after: number,
    ): DemoPayment => {
      const key = `demo_${lead.name.toLowerCase().replace(/[^a-z]+/g, '_')}_${kind}`;
      return {
        leadName: lead.name,
        kind,
        amountCents,
        feeCents: platformFee(amountCents, FEE_BPS),
        method,
        at: new Date(signed + after),
        session: `cs_test_${key}`,
        intent: `pi_${key}`,
        charge: `ch_${key}`,
      };
    };
    const first = paid('deposit', deposit, 'card', HOUR);
    return story === 'paid' ? [first, paid('balance', totalCents - deposit, 'us_bank_account', 12 * DAY)] : [first];
  });
}
