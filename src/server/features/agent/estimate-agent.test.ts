import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEstimatePage } from '#core/features/agreements/read-page.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { DEFAULT_TERMS } from '#shared/features/company/default-terms.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'loopback' } });
});
afterAll(() => app.close());

interface Event {
  event: string;
  data: Record<string, unknown>;
}

/** Creates a company and a lead, sends an estimate, and returns the token of its link. */
async function sent(given: { company?: CompanyRow } = {}) {
  const company = given.company ?? (await app.a.company({ name: 'Acme Fence', terms: DEFAULT_TERMS }));
  const vinyl = await app.a.material(company, { name: given.company ? 'Cedar' : 'Vinyl', premium_cents: 1_000 });
  const lead = await app.a.lead(company, { name: 'Marisol Vega' });
  const caller = await app.callerFor(company);
  const fence = { materialId: vinyl.id, perimeter: 184, gateCount: 1 };
  const { url } = await caller.estimates.send({ leadId: lead.id, ...fence });
  return { company, lead, caller, token: new URL(url).pathname.split('/')[2] ?? '' };
}

const post = (body: Record<string, unknown>): Promise<Response> =>
  fetch(`${app.url}/api/estimate/v1/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const eventsOf = async (response: Response): Promise<Event[]> =>
  (await response.text())
    .trim()
    .split('\n\n')
    .map((block) => {
      const [event = '', data = ''] = block.split('\n');
      return { event: event.replace('event: ', ''), data: JSON.parse(data.replace('data: ', '')) as Event['data'] };
    });

const ask = async (body: Record<string, unknown>) => {
  const events = await eventsOf(await post(body));
  const of = (name: string) => events.find(({ event }) => event === name)?.data;
  return {
    names: events.map(({ event }) => event),
    text: String(of('delta')?.['text']),
    conversationId: of('done')?.['conversationId'],
  };
};

const questionsOf = async ({ id }: { id: string }): Promise<unknown[]> => {
  const rows = await app.deps.system
    .selectFrom('timeline_events')
    .select(['lead_id', 'data'])
    .where('kind', '=', 'question')
    .execute();
  return rows.filter(({ lead_id: leadId }) => leadId === id).map(({ data }) => data['text']);
};

describe('a conversation about an estimate', () => {
  test('explains the sent estimate, and belongs to the lead', async () => {
    const { token, lead, caller } = await sent();
    const total = await ask({ token, text: 'How much is it in total?' });
    expect(total.names).toEqual(['delta', 'done']);
    expect(total.text).toBe(
      'I’m Acme Fence’s automated assistant. The total is $3,542.08: 184 ft of Vinyl with 1 gate.',
    );
    const { conversationId } = total;
    const deposit = await ask({ token, conversationId, text: 'and how much is the deposti?' });
    expect(deposit.text).toBe('The deposit is $1,771.04, due when you accept.');
    expect((await ask({ token, conversationId, text: 'Is there a warranty?' })).text).toContain(
      'We warrant our workmanship for 1 year',
    );
    const { lines } = await caller.agent.conversation({ leadId: lead.id });
    expect(lines.slice(0, 2).map(({ author }) => author)).toEqual(['homeowner', 'agent']);
    expect(await questionsOf(lead)).toEqual([]);
  });

  test('forwards questions for a person to the contractor, once per message and at most 8 an hour', async () => {
    const { company, token, lead } = await sent();
    const message = { token, text: 'Can you go lower?', messageId: randomUUID() };
    const lower = await ask(message);
    expect(lower.names).toEqual(['delta', 'handover', 'done']);
    expect(lower.text).not.toContain('$');
    expect(await ask(message)).toEqual(lower);
    expect(await questionsOf(lead)).toEqual(['Can you go lower?']);
    const told = await app.deps.system
      .selectFrom('messages')
      .select('payload')
      .where('company_id', '=', company.id)
      .where('kind', '=', 'estimate.question')
      .execute();
    expect(told).toHaveLength(1);
    for (let gate = 2; gate <= 9; gate++) await ask({ token, text: `Please add ${gate} more gates` });
    expect(await questionsOf(lead)).toHaveLength(8);
    expect((await ask({ token, text: 'Do I need a permit?' })).text).toBe(
      'The team has your questions. A person will answer.',
    );
  });

  test('is in Spanish, including errors', async () => {
    const { token } = await sent();
    expect((await ask({ token, language: 'es', text: 'deposito?' })).text).toBe(
      'Soy el asistente automático de Acme Fence. El depósito es de $1,771.04 y se paga al aceptar.',
    );
    const wrong = await post({ token: 'no-such-token', language: 'es', text: 'hola' });
    expect(wrong.status).toBe(404);
    expect(await wrong.json()).toMatchObject({ error: { message: 'No se encontró este presupuesto' } });
  });

  test('can’t be continued on another estimate’s page or with an unknown link', async () => {
    const one = await sent();
    const other = await sent();
    const sibling = await sent({ company: one.company });
    const { conversationId } = await ask({ token: one.token, text: 'What is the total?' });
    for (const { token } of [other, sibling])
      expect((await post({ token, conversationId, text: 'What did they ask?' })).status).toBe(404);
    expect((await post({ token: `${one.token}x`, conversationId, text: 'hi' })).status).toBe(404);
    const foreign = await other.caller.agent.conversation({ leadId: other.lead.id });
    expect(foreign.lines).toEqual([]);
  });

  test('isn’t offered or answered if the agent is off, the company is open, or there’s no plan', async () => {
    const { token, caller, company } = await sent();
    const isHere = async (): Promise<[offered: boolean | undefined, status: number]> => [
      (await readEstimatePage(app.deps, { token }))?.answers,
      (await post({ token, text: 'What is the total?' })).status,
    ];
    expect(await isHere()).toEqual([true, 200]);
    await caller.agent.updateSettings({ estimatePage: false });
    expect(await isHere()).toEqual([false, 403]);
    const openHours = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '00:00', to: '24:00' }));
    await caller.agent.updateSettings({ estimatePage: true, hours: 'closed', openHours });
    expect(await isHere()).toEqual([false, 403]);
    await caller.agent.updateSettings({ hours: 'always' });
    expect(await isHere()).toEqual([true, 200]);
    await app.deps.system.deleteFrom('subscribers').where('company_id', '=', company.id).execute();
    expect(await isHere()).toEqual([false, 403]);
  });

  test('forwards each message as a question after a member has taken over', async () => {
    const { token, lead, caller } = await sent();
    await ask({ token, text: 'What is the total?' });
    await caller.agent.takeOver({ leadId: lead.id });
    expect((await ask({ token, text: 'And the deposit?' })).names).toEqual(['done']);
    expect(await questionsOf(lead)).toEqual(['And the deposit?']);
  });

  test.each(['accepted', 'declined', 'expired', 'superseded'] as const)(
    'explains an estimate that is %s, and forwards questions for a person to the contractor',
    async (state) => {
      const { token, lead } = await sent();
      await app.deps.system
        .updateTable('estimates')
        .set(state === 'expired' ? { valid_until: '2020-01-01' } : { status: state })
        .where('lead_id', '=', lead.id)
        .execute();
      const { conversationId, text } = await ask({ token, text: 'How much is it in total?' });
      expect(text).toContain('$3,542.08');
      const change = await ask({ token, conversationId, text: 'Can you move the gate to the left?' });
      expect(await questionsOf(lead)).toEqual(['Can you move the gate to the left?']);
      expect(change.names).toContain('handover');
    },
  );

  test('limits the number of messages sent through one link', async () => {
    const { token } = await sent();
    const statuses = new Set<number>();
    for (let message = 0; message < 61; message++) {
      const { status } = await post({ token, conversationId: randomUUID(), text: 'What is the total?' });
      statuses.add(status);
    }
    expect([...statuses]).toEqual([404, 429]);
  });
});
