import { MAX_CENTS } from '../../primitives/cents.ts';

/** Maximum lengths in characters. */
export const MAX_NAME = 120;
export const MAX_STAGE_NAME = 40;
export const MAX_TITLE = 160;
export const MAX_NOTE = 500;
export const MAX_SEARCH = 200;

export const MAX_STAGES = 12;

export const MAX_AMOUNT_CENTS = MAX_CENTS;

/** Limits on organizations, pipelines and deals, to keep boards fast. */
export const MAX_ORGANIZATIONS = 200;
export const MAX_PIPELINES = 50;
export const MAX_DEALS = 2_000;

/** The default stages for a pipeline. Deals in the last stage are won. */
export const DEFAULT_STAGES = ['Lead in', 'Measured', 'Bid sent', 'Won'] as const;

/** The default stage for deals with a sent estimate. Signed and paid deals go to the won stage. */
export const SENT_STAGE = 'Bid sent' satisfies (typeof DEFAULT_STAGES)[number];

/** The name of the pipeline that is created for an organization's first deal if the organization has none. */
export const FIRST_PIPELINE = 'Deals';
