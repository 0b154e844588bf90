/** What visitors did with the form, in order. Whoever got further did every earlier step too. */
export const WIDGET_STEPS = ['seen', 'started', 'priced', 'sent'] as const;
export type WidgetStep = (typeof WIDGET_STEPS)[number];

/** The steps that the form itself reports. */
export const REPORTED_STEPS = ['started', 'priced'] as const;

/** The periods of the funnel in days, up to and including today. */
export const FUNNEL_PERIODS = [7, 30, 90] as const;
export type FunnelPeriod = (typeof FUNNEL_PERIODS)[number];
