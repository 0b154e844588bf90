import { describe, expect, it } from 'vitest';
import { dialogPage } from './dialog-page.ts';
import { LEAD_ID } from '../fake-dashboard.ts';

const on = dialogPage();

describe('the follow-up dialog', () => {
  const openFollowUp = async () => {
    await on.open('follow-up');
    await on.button('Add a follow-up').waitFor();
  };
  const day = (number: number) => on.dialog().getByLabel(`Day of follow-up ${number}`);

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
});
