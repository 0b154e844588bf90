import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { widgetConfig } from './widget-config.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const nameOf = async (contractorId: string): Promise<string> => {
  const config = await widgetConfig(app.deps, contractorId).catch((error: Error) => error);
  return config instanceof Error
    ? config.message
    : `${config.companyName}: ${config.materials.map(({ name }) => name).join()}`;
};

test('widgets requested at the same time each show their own company', async () => {
  const [one, other] = [await app.a.company({ name: 'One Fence' }), await app.a.company({ name: 'Other Fence' })];
  await app.a.material(one, { name: 'Cedar', position: 1 });
  await app.a.material(one, { name: 'Pine', position: 0 });
  await app.a.material(other, { name: 'Vinyl' });
  const unconfirmed = await app.a.company({ name: 'Reserved Fence' });
  await app.deps.system
    .updateTable('users')
    .set({ email_verified_at: null })
    .where('id', '=', unconfirmed.user_id)
    .execute();
  await app.deps.system
    .insertInto('contractor_aliases')
    .values({ contractor_id: 'once-one', company_id: one.id })
    .execute();
  const asked = [one, other, one, unconfirmed].map(({ contractor_id: id }) => id);
  const answers = await Promise.all(
    [...asked, 'once-one', ` ${one.contractor_id.toUpperCase()}`, 'nobody', '%'].map(nameOf),
  );
  const unknown = 'We couldn’t find this contractor';
  expect(answers).toEqual([
    'One Fence: Pine,Cedar',
    'Other Fence: Vinyl',
    'One Fence: Pine,Cedar',
    unknown,
    'One Fence: Pine,Cedar',
    'One Fence: Pine,Cedar',
    unknown,
    unknown,
  ]);
});

test('a widget shows every change made before its request, however many requests are batched', async () => {
  const company = await app.a.company({ name: 'First Name' });
  const ask = () => Promise.all(Array.from({ length: 5 }, () => nameOf(company.contractor_id)));
  const early = ask();
  const rename = app.deps.system.updateTable('company_profiles').set({ name: 'Second Name' });
  await rename.where('id', '=', company.id).execute();
  expect(new Set(await ask())).toEqual(new Set(['Second Name: ']));
  await early;
});
