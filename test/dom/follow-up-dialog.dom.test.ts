import { describe, expect, it } from 'vitest';
import { MAX_STEPS_MESSAGE, MIN_STEPS_MESSAGE } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { dialogPage } from './dialog-page.ts';
import { defaults, failing, LEAD_ID, marisol } from '../fake-dashboard.ts';

const on = dialogPage();

describe('the follow-up dialog', () => {
  const openFollowUp = async () => {
    await on.open('follow-up');
    await on.button('Add a follow-up').waitFor();
  };
  const day = (number: number) => on.dialog().getByLabel(`Day of follow-up ${number}`);

  it('spec:2.36 spec:9.18 shows the dates that the server calculates, and why one was moved', async () => {
    await openFollowUp();
    expect(await on.dialog().getByRole('tab').allTextContents()).toEqual(['Schedule', 'Messages']);
    await on.dialog().getByText('Nov 8, 2026').waitFor();
    expect(await on.dialog().getByText('Sun 12:00 PM').count()).toBe(1);
    expect(await on.dialog().getByText('Moved from 10:00 AM: no texts before noon on Sundays.').count()).toBe(1);
    expect(await on.dialog().getByText('Your send time, Mountain time').count()).toBe(1);
    await day(3).fill('10');
    await on.dialog().getByText('Nov 15, 2026').waitFor();
  });

  it('never shows the schedule before the question about the default offer, which would move it', async () => {
    on.fake.answers['workflow.offerQuestion'] = () => ({ asks: true, offer: { percent: 10, days: 7 } });
    const early: string[] = [];
    const watch = new MutationObserver(() => {
      const { textContent: text } = document.body;
      if (text.includes('Add a follow-up') && !text.includes('Keep the offer')) early.push(text);
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    await openFollowUp();
    await on.dialog().getByText('Keep the offer in your last message?').waitFor();
    watch.disconnect();
    expect(early).toEqual([]);
  });

  it('shows a message’s offer in the schedule as the homeowner will read it', async () => {
    await openFollowUp();
    await on
      .dialog()
      .getByText(/schedule this week and take 10% off .*, good through Nov 19, 2026\.$/)
      .waitFor();
    await day(3).fill('10');
    await on
      .dialog()
      .getByText(/good through Nov 22, 2026\.$/)
      .waitFor();
    expect(await on.dialog().getByText('take your').count()).toBe(0);
  });

  it('spec:1.5 spec:8.31 spec:8.32 saves channel, days and messages, and says that the lead is now contacted', async () => {
    await openFollowUp();
    await on.dialog().getByText('Both', { exact: true }).click();
    await day(3).fill('9');
    await on.button('Activate Follow-ups').click();
    await on.said('Follow-up scheduled');
    await on.said('3 follow-ups scheduled for Marisol Vega. Lead status updated to contacted');
    expect(on.mutations('followUps.save')[0]).toMatchObject({ leadId: LEAD_ID, channel: 'both', active: true });
    expect(on.mutations('followUps.save')[0]).toMatchObject({ steps: [{ day: 1 }, { day: 3 }, { day: 9 }] });
  });

  it('spec:2.37 spec:8.31 saves a draft if the switch is off', async () => {
    await openFollowUp();
    expect(await on.button('Cancel').count()).toBe(1);
    expect(await on.button('Activate Follow-ups').count()).toBe(1);
    await on.dialog().getByRole('switch').click();
    await on.button('Save as Draft').click();
    await on.said('3 follow-ups saved as draft for Marisol Vega');
    expect(on.mutations('followUps.save')[0]).toMatchObject({ active: false });
  });

  it('spec:5.5 spec:5.6 spec:5.7 spec:9.14 allows one to five steps, and says so', async () => {
    await openFollowUp();
    await on.button('Add a follow-up').click();
    await on.button('Add a follow-up').click();
    await on.dialog().getByText('5 of 5').waitFor();
    await on.button('Add a follow-up').click();
    await on.said(MAX_STEPS_MESSAGE);
    for (const left of [4, 3, 2, 1]) {
      await on.button('Remove follow-up 1').click();
      await on.dialog().getByText(`${left} of 5`).waitFor();
    }
    await on.button('Remove follow-up 1').click();
    await on.said(MIN_STEPS_MESSAGE);
    expect(await on.dialog().getByText('1 of 5').isVisible()).toBe(true);
  });

  it('spec:5.4 shows errors beside the day and beside the message, in its tab', async () => {
    await openFollowUp();
    await day(1).fill('0');
    await day(2).fill('');
    await on.button('Activate Follow-ups').click();
    expect(await on.dialog().getByText('Enter a whole number of days, 1 or more, such as 3').count()).toBe(2);
    await day(1).fill('3');
    await day(2).fill('3');
    await on.dialog().getByText('Enter a day after 3. Each follow-up must be later than the previous one').waitFor();
    await day(1).fill('1');
    await on.dialog().getByRole('tab', { name: 'Messages' }).click();
    await on.dialog().getByLabel('Message 2', { exact: true }).fill('Hi {{nmae}}');
    await on.dialog().getByRole('tab', { name: 'Schedule' }).click();
    await on.button('Activate Follow-ups').click();
    await on.dialog().getByText('Unknown tag: {{nmae}}.').waitFor();
    expect(await on.dialog().getByLabel('Message 2', { exact: true }).isVisible()).toBe(true);
    expect(on.mutations('followUps.save')).toEqual([]);
  });

  it('spec:9.16 spec:9.17 inserts a tag at the cursor, and previews the message with fallbacks', async () => {
    on.fake.answers['leads.get'] = () => ({ ...marisol, address: null, quoteCents: null });
    await openFollowUp();
    await on.dialog().getByRole('tab', { name: 'Messages' }).click();
    const message = on.dialog().getByLabel('Message 1', { exact: true });
    await message.fill('The fence for  stands');
    await message.press('Home');
    for (let step = 0; step < 'The fence for '.length; step++) await message.press('ArrowRight');
    await on.dialog().getByRole('button', { name: 'Address' }).first().click();
    expect(await message.inputValue()).toBe('The fence for {{address}} stands');
    await on.dialog().locator('.bubble', { hasText: 'The fence for your property stands' }).waitFor();
    await on
      .dialog()
      .getByText(/of 160, 1 text/)
      .first()
      .waitFor();
  });

  it('spec:8.33 makes the days and messages the defaults', async () => {
    await openFollowUp();
    await day(3).fill('10');
    await on.dialog().getByRole('tab', { name: 'Messages' }).click();
    await on.button('Save as my defaults').click();
    await on.said('Settings saved');
    await on.said('Your workflow settings have been updated');
    expect(on.mutations('workflow.update')[0]).toMatchObject({ cadence: [1, 3, 10], sendTime: '10:00' });
  });

  it('spec:5.8 explains why texts are off, and uses email', async () => {
    on.fake.answers['leads.get'] = () => ({
      ...marisol,
      phone: null,
      sms: { allowed: false, refusal: 'no_phone', reason: 'No phone number', consentAt: null },
    });
    await openFollowUp();
    expect(await on.dialog().getByLabel('SMS (no phone number)').isDisabled()).toBe(true);
    expect(await on.dialog().getByLabel('Email').isChecked()).toBe(true);
    await on.dialog().getByText('Texts are off for Marisol Vega: No phone number.').waitFor();
  });

  it('locks sent steps, and says why follow-ups stopped', async () => {
    const [first, ...rest] = defaults.steps;
    on.fake.answers['followUps.get'] = () => ({
      ...defaults,
      status: 'stopped',
      stopReason: 'Follow-ups stopped because Marisol wrote to you.',
      steps: [
        { ...first, dueAt: '2026-11-06T17:00:00Z', messages: [{ channel: 'sms', status: 'delivered', reason: null }] },
        ...rest,
      ],
    });
    await openFollowUp();
    await on.dialog().getByText('Follow-ups stopped because Marisol wrote to you.').waitFor();
    expect(await on.dialog().getByText('Delivered').first().isVisible()).toBe(true);
    expect(await day(1).count()).toBe(0);
    expect(await day(2).inputValue()).toBe('3');
  });

  it('spec:8.19 keeps everything if saving fails, and says why', async () => {
    on.fake.answers['followUps.save'] = () =>
      failing({ code: 'PROVIDER_UNAVAILABLE', message: 'The database did not answer' });
    await openFollowUp();
    await day(3).fill('12');
    await on.button('Activate Follow-ups').click();
    await on.said('Failed to save follow-up schedule');
    await on.said('The database did not answer');
    expect(await day(3).inputValue()).toBe('12');
  });

  it('spec:2.38 spec:8.18 shows a banner with a retry if the settings couldn’t be loaded', async () => {
    const settings = on.fake.answers['followUps.get'];
    on.fake.answers['followUps.get'] = () => failing({ code: 'FORBIDDEN', message: 'No' });
    await on.open('follow-up');
    await on.dialog().getByText('Failed to load workflow settings. Please try again.').waitFor();
    if (settings) on.fake.answers['followUps.get'] = settings;
    await on.button('Try again').click();
    await on.button('Add a follow-up').waitFor();
    expect(await on.button('Activate Follow-ups').isVisible()).toBe(true);
  });
});
