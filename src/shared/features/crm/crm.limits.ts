import { MAX_CENTS } from '../../primitives/cents.ts';

/** Longest names, in characters. */
export const MAX_NAME = 120;
export const MAX_STAGE_NAME = 40;
export const MAX_TITLE = 160;
export const MAX_NOTE = 500;

export const MAX_STAGES = 12;

export const MAX_AMOUNT_CENTS = MAX_CENTS;

/** What one screen loads at once, so that a board stays quick. */
export const MAX_ORGANIZATIONS = 200;
export const MAX_PIPELINES = 50;
export const MAX_DEALS = 2_000;

/** How a fence job goes; the last one is where deals are won. */
export const DEFAULT_STAGES = ['Lead in', 'Measured', 'Bid sent', 'Won'] as const;

/** The pipeline that the first deal of an organization starts. */
export const FIRST_PIPELINE = 'Deals';
