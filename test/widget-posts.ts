import type { CompanyRow } from '#core/features/company/company.table.ts';
import { type WidgetLeadAnswer, widgetLeadAnswer } from '#shared/features/widget/widget.schema.ts';
import type { TestApp } from './caller.ts';
import { ticketOf } from './widget-ticket.ts';

export type WidgetPosts = ReturnType<typeof widgetPosts>;

let made = 0;

/**
 * Posts requests like a homeowner's widget to this app, each from a different network. The app must trust the loopback
 * address as a proxy.
 */
export function widgetPosts(app: TestApp) {
  /** A completed form of a new person, with a ticket like a browser's. */
  const lead = (company: CompanyRow, given: Record<string, unknown> = {}) => {
    const number = (made += 1);
    return {
      contractorId: company.contractor_id,
      name: `Dana Whitfield ${number}`,
      email: `homeowner${number}@example.com`,
      perimeter: 184,
      gateCount: 1,
      smsConsent: false,
      idempotencyKey: `test-key-${number}-${process.pid}`,
      ticket: ticketOf(company, app),
      ...given,
    };
  };

  const post = (body: unknown, ip?: string, headers: Record<string, string> = {}): Promise<Response> => {
    const number = (made += 1);
    return fetch(`${app.url}/api/widget/v1/leads`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': ip ?? `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  };

  /** Returns the response of a request that must succeed. */
  const taken = async (body: unknown, ip?: string): Promise<WidgetLeadAnswer> => {
    const response = await post(body, ip);
    if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
    return widgetLeadAnswer.parse(await response.json());
  };

  const leads = (company: CompanyRow) =>
    app.deps.system.selectFrom('leads').selectAll().where('company_id', '=', company.id).orderBy('id').execute();
  /** Returns why each of the company's leads is held, oldest lead first. Null for a lead that isn't held. */
  const heldFor = async (company: CompanyRow): Promise<(string[] | null)[]> => {
    const rows = await leads(company);
    return rows.map((row) => (row.held_at === null ? null : row.held_for));
  };
  /** Returns the recipients of this kind of message, by channel. */
  const sent = async (to: string, kind = 'lead.received'): Promise<string[]> => {
    const rows = await app.deps.system
      .selectFrom('messages')
      .select('channel')
      .where('to_address', '=', to)
      .where('kind', '=', kind)
      .execute();
    return rows.map(({ channel }) => channel);
  };
  return { lead, post, taken, leads, heldFor, sent };
}
