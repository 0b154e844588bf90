import type { LeadId } from '#shared/primitives/ids.ts';
import type { Config } from '../../platform/config.ts';
import { unsubscribeToken } from '../../platform/secrets.ts';

/** The unsubscribe link for a homeowner, and the headers for one-click unsubscribe (C24). */
export interface UnsubscribeLink {
  url: string;
  headers: Record<'List-Unsubscribe' | 'List-Unsubscribe-Post', string>;
}

export function unsubscribeLink(
  config: Pick<Config, 'PUBLIC_URL' | 'APP_SECRET'>,
  { leadId, rowId }: { leadId: LeadId; rowId: string },
): UnsubscribeLink {
  const url = `${config.PUBLIC_URL}/unsubscribe/${unsubscribeToken(leadId, config.APP_SECRET, rowId)}`;
  return {
    url,
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}
