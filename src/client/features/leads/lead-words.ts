import type { LeadListInput, LeadSource, LeadView } from '#shared/features/leads/leads.schema.ts';
import type { LeadStatus } from '#shared/features/leads/lead-status.labels.ts';
import { formatTime } from '../../lib/dates.ts';

const SOURCE: Record<LeadSource, string> = {
  widget: 'Widget',
  manual: 'By hand',
  csv: 'From a CSV',
  agent: 'AI assistant',
};
const ADDED: Record<LeadSource, string> = {
  widget: 'from your widget',
  manual: 'added by hand',
  csv: 'from a CSV file',
  agent: 'from the AI assistant',
};

/** 'no gates', '1 gate', '3 gates'. */
export const gatesText = (count: number): string =>
  count === 0 ? 'no gates' : count === 1 ? '1 gate' : `${count} gates`;

/** 'Vinyl, 1 gate'; without a material only the gates. */
export const detailsText = ({ materialType, gateCount }: Pick<LeadView, 'materialType' | 'gateCount'>): string =>
  materialType === null ? `No material yet, ${gatesText(gateCount)}` : `${materialType}, ${gatesText(gateCount)}`;

/** Street and town of '2217 Sagebrush Ln, Boise, ID 83709': what fits in a row. */
export const shortAddress = (address: string): string =>
  address.replace(/,?\s+[A-Z]{2}(\s+\d{5}(-\d{4})?)?(,\s*USA?)?$/, '');

/** 'from your widget', to follow the date. */
export const addedText = (source: LeadSource): string => ADDED[source];

const FULL_WIDTH_FEET = 320;
const LEAST_PERCENT = 45.4;

/** Width of a dimension line in percent, to scale: 62 ft is short, 320 ft and more fill the place. */
export const dimensionWidth = (feet: number): number =>
  Math.round(Math.min(100, LEAST_PERCENT + ((100 - LEAST_PERCENT) * feet) / FULL_WIDTH_FEET));

const ESTIMATE: Record<string, string> = {
  sent: 'Not opened yet',
  viewed: 'Viewed',
  accepted: 'Accepted, deposit due',
  declined: 'Declined',
  deposit_paid: 'Deposit paid',
  paid: 'Paid in full',
  refunded: 'Payment was refunded',
  disputed: 'Payment is disputed',
  expired: 'Estimate expired',
};

const FOLLOW_UPS: Record<LeadView['followUpStatus'], string | null> = {
  none: null,
  draft: 'Follow-ups in draft',
  active: 'Follow-ups on',
  stopped: 'Follow-ups off',
  done: 'Follow-ups done',
};

/** The one small line under a badge: what is newest about this lead. */
export const newestFact = (lead: LeadView, zone: string | undefined): string => {
  if (lead.outcome) return lead.outcome === 'won' ? 'Won' : 'Lost';
  const estimate = lead.estimateStatus === null ? undefined : ESTIMATE[lead.estimateStatus];
  if (estimate && lead.estimateStatus !== 'sent') return estimate;
  return FOLLOW_UPS[lead.followUpStatus] ?? estimate ?? `${SOURCE[lead.source]}, ${formatTime(lead.createdAt, zone)}`;
};

/** The word after the sum of each status in the rail filter. */
export const SUM_WORD: Record<LeadStatus, string> = {
  new: 'waiting',
  contacted: 'warm',
  estimate_sent: 'out',
  paid: 'won',
};

/** The orders of the list, as the choice and the count name them. */
export const SORT_LABEL: Record<LeadListInput['sort'], string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name',
};

const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** 'Two new leads wait for you.'; numbers up to ten as words. */
export const newLeadsText = (count: number): string =>
  count === 1 ? 'One new lead waits for you.' : `${WORDS[count] ?? count} new leads wait for you.`;
