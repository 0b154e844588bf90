import { describe, expect, it } from 'vitest';
import { dialogPage } from './dialog-page.ts';
import { defaults, pricing } from '../fake-dashboard.ts';

const on = dialogPage();

describe('the follow-up dialog', () => {
  const active = { ...defaults, active: true, status: 'active' };

  it('saves changes to active follow-ups, and labels the button of inactive ones by its action', async () => {
    await on.open('follow-up');
    await on.button('Activate Follow-ups').waitFor();
    await on.dialog().getByRole('switch', { name: 'Turn on follow-ups', exact: true }).waitFor();
    await on.page.keyboard.press('Escape');
    on.fake.answers['followUps.get'] = () => active;
    await on.open('follow-up');
    await on.button('Save changes').waitFor();
    expect(await on.button('Activate Follow-ups').count()).toBe(0);
    const turned = on.dialog().getByRole('switch', { name: 'Follow-ups on', exact: true });
    expect(await turned.isChecked()).toBe(true);
    await turned.click();
    await on.button('Save as Draft').waitFor();
  });
});

describe('prices', () => {
  it('are recalculated while typing the base price, except in the row being edited', async () => {
    on.fake.answers['pricing.get'] = () => pricing;
    await on.goTo('/dashboard?tab=pricing');
    const vinyl = on.page.getByRole('listitem', { name: 'Vinyl' });
    await vinyl.getByText('$17.62 per ft').waitFor();
    await on.page.getByRole('button', { name: 'Edit 6ft Wood Picket' }).click();
    expect(await on.page.getByLabel('Price', { exact: true }).inputValue()).toBe('7.62');
    await on.page.getByLabel('Base cost per foot').fill('8.50');
    await vinyl.getByText('$18.50 per ft').waitFor();
    // A premium is stored, so a price is based on the saved base cost.
    expect(await on.page.getByLabel('Price', { exact: true }).inputValue()).toBe('7.62');
    await on.page.getByLabel('Base cost per foot').fill('x');
    await expect.poll(() => vinyl.getByText('$17.62 per ft').count()).toBe(1);
  });
});
