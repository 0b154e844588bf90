import type { LeadId } from '#shared/primitives/ids.ts';
import type { Config } from '../../platform/config.ts';

/** Returns the URL of a lead on the dashboard or, with 'conversation', of its thread. For notices to the contractor. */
export const leadUrl = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, leadId: LeadId, view?: 'conversation'): string =>
  `${PUBLIC_URL}/dashboard?tab=leads&lead=${leadId}${view === undefined ? '' : `&view=${view}`}`;
