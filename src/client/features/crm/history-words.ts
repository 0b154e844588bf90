import type { DealEventView } from '#shared/features/crm/deal-history.schema.ts';
import type { DealRule } from '#shared/features/crm/deal-rules.ts';
import { formatCalendarDay } from '../../lib/dates.ts';

const BECAUSE: Record<DealRule, string> = {
  sent: 'because an estimate was sent',
  accepted: 'because the estimate was signed',
  paid: 'because a payment arrived',
};

type Event = Pick<DealEventView, 'kind' | 'from' | 'to' | 'rule'>;

const change = ({ kind, from, to }: Event): string => {
  switch (kind) {
    case 'created':
      return to ? `Created in “${to}”` : 'Created';
    case 'moved':
      return `Moved from “${from ?? ''}” to “${to ?? ''}”`;
    case 'lost':
      return to ? `Marked as lost: ${to}` : 'Marked as lost';
    case 'reopened':
      return to ? `Reopened in “${to}”` : 'Reopened';
    case 'owner':
      if (to === null) return 'Owner removed';
      return from ? `Assigned to ${to}, previously ${from}` : `Assigned to ${to}`;
    case 'expected_close':
      return to ? `Expected to close on ${formatCalendarDay(to)}` : 'Expected close date removed';
    case 'amount':
      if (to === null) return 'Amount removed';
      return from ? `Amount changed from ${from} to ${to}` : `Amount set to ${to}`;
  }
};

/** Describes what happened to a deal, such as 'Moved from “Lead in” to “Bid sent” because an estimate was sent'. */
export const historyText = (event: Event): string =>
  event.rule ? `${change(event)} ${BECAUSE[event.rule]}` : change(event);
