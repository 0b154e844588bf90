import { MAX_CENTS } from '../../primitives/cents.ts';

/** Maximum lengths in characters. */
export const MAX_NAME = 120;
export const MAX_STAGE_NAME = 40;
export const MAX_TITLE = 160;
export const MAX_NOTE = 500;
export const MAX_SEARCH = 200;

export const MAX_STAGES = 12;

export const MAX_AMOUNT_CENTS = MAX_CENTS;

/** The maximum number of deals and other rows per screen, to keep boards fast. */
export const MAX_ORGANIZATIONS = 200;
export const MAX_PIPELINES = 50;
export const MAX_DEALS = 2_000;

/** The default stages of a fence job. Deals in the last stage are won. */
export const DEFAULT_STAGES = ['Lead in', 'Measured', 'Bid sent', 'Won'] as const;

/** The default stage for deals with a sent estimate. Signed and paid deals go to the won stage. */
export const SENT_STAGE = 'Bid sent' satisfies (typeof DEFAULT_STAGES)[number];

/** The pipeline name that is used if an organization's first deal creates its pipeline. */
export const FIRST_PIPELINE = 'Deals';
