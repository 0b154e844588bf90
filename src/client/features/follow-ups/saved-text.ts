import type { LeadView } from '#shared/features/leads/leads.schema.ts';

/**
 * Returns text such as '3 follow-ups scheduled for Denise Okafor. Lead status updated to contacted' (spec, section 8).
 */
export const savedText = (count: number, lead: LeadView, active: boolean): string => {
  const what = `${count} ${count === 1 ? 'follow-up' : 'follow-ups'} ${active ? 'scheduled' : 'saved as draft'}`;
  const moved = active && lead.status === 'new' ? '. Lead status updated to contacted' : '';
  return `${what} for ${lead.name}${moved}`;
};

export const FAILED = 'Failed to save follow-up schedule';
