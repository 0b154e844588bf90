import { TICKET } from '#shared/features/widget/ticket.rules.ts';
import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import type { Ask } from '../api.ts';

/** What the two clocks, a timer and a browser that rounds its clock may be apart. */
const MARGIN = 200;

const sleep = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Gives the ticket that a lead is sent with, as soon as the server takes it: of the settings that came `at` (as
 * `Date.now()` gives it), or of newer ones where a page was open for long. Where those can't be had it is the old one:
 * the lead is held then, and not lost.
 */
export const ticketOf = (ask: Ask, config: WidgetConfig, at: number): (() => Promise<string | undefined>) => {
  let { ticket } = config;
  let since = at;
  return async () => {
    if (Date.now() - since > TICKET.renewAfter) {
      const { body } = await ask<WidgetConfig>(`config/${encodeURIComponent(config.contractorId)}`);
      if (body.ticket) [ticket, since] = [body.ticket, Date.now()];
    }
    // a clock that was set back makes nobody wait longer
    const rest = Math.min(since - Date.now(), 0) + TICKET.youngest + MARGIN;
    if (ticket && rest > 0) await sleep(rest);
    return ticket;
  };
};
