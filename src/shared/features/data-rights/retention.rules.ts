/** How long something is kept, and why. `years` counts from the row's own date. Null: as long as the company exists. */
export interface Retention {
  what: string;
  years: number | null;
  why: string;
  /** The law or rule, with where to read it. */
  source: string;
}

/** What stays after a homeowner was erased or a company was deleted, because the law requires it or protects with it. */
export const KEPT = {
  consents: {
    what: 'Consents to texts',
    years: 5,
    why: 'They prove that texts were allowed. Sellers keep them for five years, and claims expire after four',
    source: '16 CFR 310.5, 47 U.S.C. 227, 28 U.S.C. 1658(a)',
  },
  optOuts: {
    what: 'Opt-outs from texts and email',
    years: null,
    why: 'They keep blocking messages to that phone number or email address',
    source: '47 CFR 64.1200(d)(6), 15 U.S.C. 7704(a)(4)',
  },
  contracts: {
    what: 'Signed contracts and changes',
    years: 10,
    why: 'They prove what was agreed. In some states, claims from a written contract expire after ten years',
    source: '735 ILCS 5/13-206, 15 U.S.C. 7001(d)',
  },
  payments: {
    what: 'Payments, refunds and invoices',
    years: 7,
    why: 'They belong to the company’s tax records',
    source: '26 CFR 1.6001-1(e), 26 U.S.C. 6511(d)(1)',
  },
} as const satisfies Record<string, Retention>;

export type KeptKind = keyof typeof KEPT;
export const KEPT_KINDS = Object.keys(KEPT) as KeptKind[];

/** How long the contents of Stripe's events are kept after they were processed, in days. They name payers. */
export const STRIPE_EVENT_DAYS = 90;
