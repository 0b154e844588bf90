import { type CheckoutRow, showCheckouts } from './checkouts.ts';
import { type ClockFacts, showClock, wireClock } from './clock.ts';
import { type FaultFacts, showFaults, wireFaults } from './faults.ts';
import { showInbox, wireInbox } from './inbox.ts';
import type { ShownMessage } from './message.ts';
import { type ModelFacts, showModel, wireModel } from './model.ts';
import { showPhone, wirePhone } from './phone.ts';
import { ask, byId, say } from './page.ts';

async function load(): Promise<void> {
  const [messages, clock, faults, checkouts, model] = await Promise.all([
    ask<ShownMessage[]>('/api/messages?direction=all'),
    ask<ClockFacts>('/api/clock'),
    ask<FaultFacts>('/api/faults'),
    ask<CheckoutRow[]>('/api/checkouts'),
    ask<ModelFacts>('/api/model'),
  ]);
  showInbox(messages);
  showPhone(messages);
  showClock(clock);
  showFaults(faults);
  showCheckouts(checkouts);
  showModel(model);
}

// Only one load runs at a time. A change during a load starts another load afterward.
let loading = false;
let again = false;
async function refresh(): Promise<void> {
  again = true;
  if (loading) return;
  loading = true;
  while (again) {
    again = false;
    await load().catch(() => say('The sandbox isn’t responding. Reconnecting…'));
  }
  loading = false;
}

async function clear(): Promise<void> {
  await ask('/api/messages', 'DELETE');
  say('Cleared.');
}

wireInbox();
wirePhone();
wireClock();
wireFaults();
wireModel();
byId('clear').addEventListener('click', () => void clear());
new EventSource('/internal/changes').addEventListener('message', () => void refresh());
