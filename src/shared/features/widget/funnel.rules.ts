/** A visitor's steps in the form, in order. A visitor who reached a step is counted in all earlier steps too. */
export const WIDGET_STEPS = ['seen', 'started', 'priced', 'sent'] as const;
export type WidgetStep = (typeof WIDGET_STEPS)[number];

/** The steps that the form itself reports to the server. */
export const REPORTED_STEPS = ['started', 'priced'] as const;

/** The periods that the funnel can show: the last 7, 30 or 90 days, including today. */
export const FUNNEL_PERIODS = [7, 30, 90] as const;
export type FunnelPeriod = (typeof FUNNEL_PERIODS)[number];
