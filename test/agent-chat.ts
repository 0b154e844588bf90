import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { TestApp } from './caller.ts';
import { ticketOf } from './widget-ticket.ts';

export interface ChatEvent {
  event: string;
  data: Record<string, unknown>;
}

/** The events of an answer's stream. */
export const eventsIn = (stream: string): ChatEvent[] =>
  stream
    .trim()
    .split('\n\n')
    .map((block) => {
      const [event = '', data = ''] = block.split('\n');
      return { event: event.replace('event: ', ''), data: JSON.parse(data.replace('data: ', '')) as ChatEvent['data'] };
    });

export const dataOf = (events: readonly ChatEvent[], name: string): ChatEvent['data'] | undefined =>
  events.find(({ event }) => event === name)?.data;

/** Joins all words of an answer. */
export const wordsOf = (events: readonly ChatEvent[]): string =>
  events.flatMap(({ event, data }) => (event === 'delta' ? [data['text'] as string] : [])).join('');

export interface Chat {
  /** Sends a message and returns the events of the answer. Throws if the answer isn't a stream. */
  say(text: string, more?: { messageId?: string; signal?: AbortSignal }): Promise<ChatEvent[]>;
  id(): string | undefined;
}

/**
 * Starts a homeowner's conversation with this company in the widget. `ip` is the homeowner's IP address, for an app
 * behind a proxy.
 */
export function chatWith(app: TestApp, company: CompanyRow, { ip }: { ip?: string } = {}): Chat {
  const ticket = ticketOf(company, app);
  let conversationId: string | undefined;
  return {
    id: () => conversationId,
    async say(text, { messageId, signal } = {}) {
      const response = await fetch(`${app.url}/api/widget/v1/agent`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(ip === undefined ? {} : { 'x-forwarded-for': ip }) },
        body: JSON.stringify({ contractorId: company.contractor_id, ticket, text, conversationId, messageId }),
        signal: signal ?? null,
      });
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
      const events = eventsIn(await response.text());
      conversationId = events.at(-1)?.data['conversationId'] as string;
      return events;
    },
  };
}
