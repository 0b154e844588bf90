import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redactPath } from '../../http/request-log.ts';
import { DEFAULT_MESSAGES, DEFAULT_MESSAGES_ES } from '#shared/features/follow-ups/steps.rules.ts';
import { measureText } from '#shared/features/messages/sms-text.rules.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { dueFollowUp, type Given } from '../../../../test/due-follow-up.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());

const BODY = 'Hi {{name}}, look at your estimate here: {{estimate_link}} Any questions, just reply.';
const SHORT = /https?:\/\/[^/\s]+\/e\/[0-9A-Za-z]{16}(?=\s|$)/;

/** Creates a due follow-up that contains the link, and the estimate that it links to. */
async function linked(given: Given = {}) {
  const made = await dueFollowUp(lab, { row: { body: BODY, ...given.row }, ...given });
  const { id: materialId } = await lab.app.a.material(made.company, { name: 'Vinyl' });
  const caller = await lab.app.callerFor(made.company);
  const send = () => caller.estimates.send({ leadId: made.lead.id, perimeter: 184, gateCount: 1, materialId });
  const { url } = await send();
  // deletes the messages that were created when the estimate was sent
  await lab.app.deps.system
    .deleteFrom('messages')
    .where('lead_id', '=', made.lead.id)
    .where('schedule_id', 'is', null)
    .execute();
  return { ...made, url, send };
}
type Linked = Awaited<ReturnType<typeof linked>>;

const sentText = ({ phone }: Linked): string => lab.texts(phone).at(-1)?.text ?? '';
const linkIn = (text: string): string => SHORT.exec(text)?.[0] ?? '';
const open = (link: string, init?: RequestInit) =>
  fetch(lab.app.url + new URL(link).pathname, { redirect: 'manual', ...init });
const viewsOf = async ({ lead }: Linked): Promise<number> => {
  const rows = await lab.app.deps.system
    .selectFrom('estimates')
    .select('view_count')
    .where('lead_id', '=', lead.id)
    .orderBy('version')
    .execute();
  return rows.at(-1)?.view_count ?? -1;
};

describe('{{estimate_link}} in a follow-up', () => {
  test('is a short link to the newest estimate, in plain letters, within two SMS segments', async () => {
    const job = await linked();
    await lab.drain(job.company);
    const text = sentText(job);
    expect(text).toMatch(SHORT);
    expect(measureText(text)).toMatchObject({ encoding: 'GSM-7', culprits: [] });
    expect(measureText(text).segments).toBeLessThanOrEqual(2);
    const answer = await open(linkIn(text));
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(new URL(job.url).pathname);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });

  test('counts as viewed once the page was looked at, not when the link is opened', async () => {
    const job = await linked();
    await lab.drain(job.company);
    const page = await open(linkIn(sentText(job)), { redirect: 'follow' });
    expect(await page.text()).toContain(job.company.name);
    expect(await viewsOf(job)).toBe(0);
    await fetch(`${page.url}/seen`, { method: 'POST' });
    expect(await viewsOf(job)).toBe(1);
    expect((await lab.timeline(job.company)).map(({ kind }) => kind)).toContain('estimate_viewed');
  });

  test.each([...DEFAULT_MESSAGES, ...DEFAULT_MESSAGES_ES])('ends the default message “%s”', async (body) => {
    const job = await linked({ row: { body } });
    await lab.drain(job.company);
    expect(linkIn(sentText(job))).not.toBe('');
  });

  test('is the same in all messages about one version, and differs for a newer version', async () => {
    const job = await linked({ row: { body: `${BODY} {{estimate_link}}` } });
    await lab.drain(job.company);
    const [first, second] = sentText(job).match(new RegExp(SHORT, 'g')) ?? [];
    expect(first).toBe(second);
    const other = await linked();
    await lab.drain(other.company);
    expect(linkIn(sentText(other))).not.toBe(first);
  });

  test('gets the same response whether it’s altered or revoked', async () => {
    const job = await linked();
    await lab.drain(job.company);
    const link = linkIn(sentText(job));
    const altered = link.slice(0, -1) + (link.endsWith('a') ? 'b' : 'a');
    const wrong = await open(altered);
    expect(wrong.status).toBe(404);
    const words = await wrong.text();
    const nonce = / nonce="[^"]*"/g;
    expect(await (await open(`${link}x`)).text()).toHaveLength(words.length);
    await lab.app.deps.system.updateTable('estimate_links').set({ revoked_at: lab.app.clock.now() }).execute();
    const revoked = await open(link);
    expect(revoked.status).toBe(404);
    expect((await revoked.text()).replace(nonce, '')).toBe(words.replace(nonce, ''));
  });

  test('is never stored or logged in plain text', async () => {
    const job = await linked();
    await lab.drain(job.company);
    const code = linkIn(sentText(job)).split('/').at(-1) ?? '';
    const kept = await lab.app.deps.system
      .selectFrom('estimate_links')
      .selectAll()
      .where('company_id', '=', job.company.id)
      .execute();
    expect(JSON.stringify(kept)).not.toContain(code);
    expect(redactPath(`/e/${code}`)).toBe('/e/:token');
    expect(redactPath(`//E/${code}?x=1`)).toBe('/E/:token');
  });

  test('is clickable in an email', async () => {
    const job = await linked({ row: { body: BODY, channel: 'email' }, schedule: { channel: 'email' } });
    await lab.drain(job.company);
    const mail = lab.mails(job.lead.email).at(-1);
    const link = linkIn(mail?.text ?? '');
    expect(link).not.toBe('');
    expect(mail?.html).toContain(`href="${link}"`);
  });

  test('is omitted with its sentence if no estimate was sent', async () => {
    const job = await dueFollowUp(lab, { row: { body: BODY } });
    await lab.drain(job.company);
    expect(lab.texts(job.phone).at(-1)?.text).toBe(
      `${job.company.name}: Any questions, just reply. Reply STOP to opt out.`,
    );
  });
});
