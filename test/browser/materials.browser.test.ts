import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Fence } from '#shared/features/pricing/fence.ts';
import { DEFAULT_RULES } from '#shared/features/take-off/default-rules.ts';
import { basisOfFence, BUILT_IN_GATES, countFence } from '#shared/features/take-off/count-fence.rules.ts';
import type { MaterialsView } from '#shared/features/take-off/take-off.schema.ts';
import type { Language } from '#shared/primitives/language.ts';
import { dialogPage } from './dialog-page.ts';
import { LEAD_ID, pricing, VINYL, WOOD } from '../fake-dashboard.ts';
import { faultsOf, setTheme } from './looks.ts';

const on = dialogPage();
const PHONE = { width: 390, height: 844 };

const fence: Fence = {
  plain: false,
  runs: [
    { label: 'Back', feet: 100, heightFt: 6, materialId: WOOD as never },
    { feet: 40, heightFt: 6, materialId: VINYL as never },
  ],
  gates: [{ kind: 'walk', run: 0 }],
  items: [],
  lines: [],
  addOns: [],
};
const listIn = (language: Language): MaterialsView => {
  const systemOf = ({ materialId }: { materialId: string }) =>
    pricing.materials.find(({ id }) => id === materialId)?.system as never;
  const basis = basisOfFence({ fence, rules: DEFAULT_RULES, kinds: BUILT_IN_GATES, systemOf, drawing: null });
  const { laborBasis: _laborBasis, ...list } = countFence(basis, language);
  return { ...list, labor: [] };
};
const cost = { costCents: 200_000, marginCents: 150_000, marginBps: 4_286, markupBps: 7_500 };
const open = async (more: Partial<MaterialsView> = {}) => {
  on.fake.answers['estimates.listForLead'] = () => [
    {
      id: VINYL,
      number: 'EST-0193A0-2186',
      version: 1,
      acceptance: null,
      options: [{ id: VINYL, label: null, fence }],
      status: 'sent',
      validUntil: '2026-12-05',
      url: 'http://x/',
    },
  ];
  on.fake.answers['estimates.materials'] = ({ language }) => ({ ...listIn(language === 'es' ? 'es' : 'en'), ...more });
  await on.visit({ lead: LEAD_ID, dialog: 'materials' });
  await on.dialog().getByText('Everything to load').waitFor();
};
const picture = async (name: string): Promise<void> => {
  const folder = process.env['PICTURES'];
  if (!folder) return;
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(on.page, theme);
    await on.page.screenshot({ path: join(folder, `${name}-${on.page.viewportSize()?.width}-${theme}.png`) });
  }
  await setTheme(on.page, 'light');
};

describe('the list of materials', () => {
  it('opens from the lead, and keeps its ticks and its language on this device', async () => {
    await open();
    const first = on.dialog().getByRole('checkbox').first();
    await first.check();
    await on
      .dialog()
      .getByText(/^1 of \d+ loaded$/)
      .waitFor();
    await on.dialog().getByText('Español').click();
    await on.dialog().getByText('Todo para cargar').waitFor();
    expect(await on.dialog().getByText('Lista de materiales').count()).toBe(1);
    expect(await first.isChecked()).toBe(true);
    await picture('materials-es');
    await on.page.reload();
    await on.dialog().getByText('Todo para cargar').waitFor();
    await on.dialog().getByText('English').click();
    await on.dialog().getByText('Everything to load').waitFor();
    expect(await first.isChecked()).toBe(true);
    await on.button('Uncheck all').click();
    expect(await first.isChecked()).toBe(false);
    expect(await on.dialog().getByText('Only owners and managers see this.').count()).toBe(0);
  });

  it('shows cost and margin where they were answered, and every screen is right', async () => {
    await open({ ...cost, labor: [{ activity: 'Set posts', minutes: 90 }] });
    await on.dialog().getByText('42.86% of the price').waitFor();
    expect(await faultsOf(on.page, { width: 1280, height: 900 })).toEqual([]);
    await picture('materials');
    await on.page.setViewportSize(PHONE);
    expect(await faultsOf(on.page, PHONE)).toEqual([]);
    // The choice of language doesn't cover the estimate's number.
    const number = on.dialog().getByText('EST-0193A0-2186');
    expect(await number.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await picture('materials');
    await on.dialog().getByText('By run').scrollIntoViewIfNeeded();
    await picture('materials-runs');
  });

  it('prints only the list, without costs, and saves all of it as a file', async () => {
    await open(cost);
    await on.page.emulateMedia({ media: 'print' });
    expect(await on.button('Print').isVisible()).toBe(false);
    expect(await on.dialog().getByText('% of the price').isVisible()).toBe(false);
    expect(await on.page.locator('.shell').isVisible()).toBe(false);
    const list = on.dialog().getByText('By run');
    expect(await list.isVisible()).toBe(true);
    // Nothing is cut off by a part that scrolls.
    const cut = await on.page.evaluate(() =>
      [...document.querySelectorAll('.dialog, .dialog > .body')].some(
        (part) => part.scrollHeight > part.clientHeight + 1,
      ),
    );
    expect(cut).toBe(false);
    if (process.env['PICTURES'])
      await on.page.pdf({ path: join(process.env['PICTURES'], 'materials.pdf'), format: 'Letter' });
    await on.page.emulateMedia({ media: 'screen' });
    const download = on.page.waitForEvent('download');
    await on.button('Download CSV').click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('materials-EST-0193A0-2186.csv');
    const text = await readFile(await file.path(), 'utf8');
    for (const { label } of listIn('en').items) expect(text).toContain(label.replaceAll('"', '""'));
    expect(text).toContain('"Back"');
  });

  it('is one press away on the lead', async () => {
    await open();
    await on.visit({ lead: LEAD_ID });
    await on.dialog().getByRole('link', { name: 'List of materials' }).click();
    await on.dialog().getByText('Everything to load').waitFor();
    await on.page.keyboard.press('Escape');
    await on.dialog().getByRole('heading', { name: 'Marisol Vega' }).waitFor();
    expect(on.page.url()).not.toContain('dialog=');
  });
});
