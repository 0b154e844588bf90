import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_STEPS_MESSAGE, MIN_STEPS_MESSAGE } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { axeFaults } from './axe.ts';
import { dialogPage } from './dialog-page.ts';
import { pricing as first } from '../fake-dashboard.ts';

const on = dialogPage();
const WORKFLOW = '/dashboard?tab=admin&section=workflow';

const SPANISH = {
  messages: ['Hola {{name}}'],
  reminders: { not_viewed: 'Hola', not_answered: 'Hola', expiring: 'Hola', balance: 'Hola', review: 'Hola' },
};

const button = (name: string | RegExp) => on.page.getByRole('button', { name, exact: typeof name === 'string' });
const field = (name: string) => on.page.getByLabel(name, { exact: true });

/** A minimal pricing server. It stores what it receives. */
let pricing: typeof first;
beforeEach(() => {
  pricing = structuredClone(first);
  const answers: typeof on.fake.answers = {
    'pricing.get': () => pricing,
    'pricing.updateBase': ({ was: _was, ...prices }) => (pricing = { ...pricing, ...prices }),
    'pricing.updateMaterial': ({ id, was: _was, ...changes }) => {
      pricing.materials = pricing.materials.map((one) => (one.id === id ? { ...one, ...changes } : one));
      return pricing.materials.find((one) => one.id === id);
    },
    'pricing.addMaterial': (given) => {
      pricing.materials = [
        ...pricing.materials,
        { id: 'added', basic: false, ...given } as (typeof first.materials)[0],
      ];
      return pricing.materials.at(-1);
    },
    'pricing.chooseBasic': ({ materialIds }) => {
      const chosen = materialIds as string[];
      pricing.materials = pricing.materials.map((one) => ({ ...one, basic: chosen.includes(one.id) }));
      return pricing;
    },
    'pricing.deleteMaterial': ({ id }) => {
      pricing.materials = pricing.materials.filter((one) => one.id !== id);
      return null;
    },
    'pricing.restoreMaterial': () => {
      pricing.materials = structuredClone(first.materials);
      return pricing.materials[0];
    },
  };
  Object.assign(on.fake.answers, answers);
});

describe('Admin, Workflow', () => {
  it('spec:1.5 spec:2.47 spec:5.5 spec:5.6 spec:5.7 spec:8.28 spec:8.29 sets channel, days, messages and hours', async () => {
    await on.goTo(WORKFLOW);
    await on.page.getByRole('status').getByText('Workflow settings loaded successfully').waitFor({ state: 'attached' });
    await on.page.getByText('Acme Fence: Hi Denise, checking in on the 96 ft of fence').waitFor();
    await on.page.getByText('Both', { exact: true }).click();
    await button('Add a follow-up').click();
    await button('Add a follow-up').click();
    await button('Add a follow-up').click();
    await on.said(MAX_STEPS_MESSAGE);
    for (const left of [4, 3, 2, 1]) {
      await button('Remove follow-up 2').or(button('Remove follow-up 1')).first().click();
      await on.page.getByText(`${left} of 5`).waitFor();
    }
    await button('Remove follow-up 1').click();
    await on.said(MIN_STEPS_MESSAGE);
    await field('Day of follow-up 1').fill('0');
    await button(/^Edit message 1/).click();
    await field('Message 1').fill('Hi {{name}}');
    await on.page.getByText('10:00 AM to 8:00 PM', { exact: true }).click();
    await field('Texts from').fill('12:00');
    await field('Texts until').fill('20:30');
    // The fold opens by itself if what it hides is wrong.
    await on.page.getByText('Texting hours').click();
    await button('Save workflow').click();
    await on.page.getByText('Enter a whole number of days, 1 or more, such as 3').waitFor();
    await field('Day of follow-up 1').fill('2');
    await button('Save workflow').click();
    await on.page.getByText('Choose 8:00 PM or earlier. We don’t send texts later').waitFor();
    await field('Texts until').fill('17:00');
    await on.page.getByText('Monday to Saturday: 12:00 PM to 5:00 PM').waitFor();
    await on.page.getByText('Texts are sent at 12:00 PM, when your hours start.').waitFor();
    expect(on.mutations('workflow.update')).toEqual([]);
    await button('Save workflow').click();
    await on.said('Workflow settings updated successfully');
    expect(on.mutations('workflow.update')[0]).toMatchObject({
      channel: 'both',
      cadence: [2],
      messages: ['Hi {{name}}'],
      sendTime: '10:00',
      sendFrom: '12:00',
      sendUntil: '17:00',
    });
  });

  it('is one list of follow-ups and reminders in the order of a job, with what is set once folded below', async () => {
    await on.goTo(WORKFLOW);
    await on.page.getByText('Review request').first().waitFor();
    const order = [
      'checking in',
      'still thinking',
      'last reminder',
      'Estimate not viewed',
      'Estimate viewed, not answered',
      'Estimate about to expire',
      'Balance due',
      'Review request',
    ];
    const rows = await on.page.locator('.wf-row').allTextContents();
    expect(order.filter((part, at) => !rows[at]?.includes(part))).toEqual([]);
    expect(rows).toHaveLength(order.length);
    // Settings that are set once are loaded only when they're opened.
    expect(await field('Follow-up 1').count()).toBe(0);
    on.fake.answers['workflow.spanish'] = () => SPANISH;
    await on.page.getByText('Messages in Spanish').click();
    await field('Follow-up 1').waitFor();
    expect(await axeFaults(on.page, 'main')).toEqual([]);
  });
});
