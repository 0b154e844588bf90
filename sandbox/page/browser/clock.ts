import { all, ask, attempt, byId, longTime, say } from './page.ts';

export interface ClockFacts {
  now: string;
  movable: boolean;
  walk: { from: string; to: string } | null;
}

let aheadMs = 0;

function tick(): void {
  const now = new Date(Date.now() + aheadMs);
  const shown = byId('now', HTMLTimeElement);
  shown.textContent = longTime(now);
  shown.dateTime = now.toISOString();
}

export function showClock({ now, movable, walk }: ClockFacts): void {
  aheadMs = Date.parse(now) - Date.now();
  tick();
  for (const button of all<HTMLButtonElement>('[data-hours]')) button.disabled = !movable || walk !== null;
  if (!movable)
    byId('clock-why').textContent = 'You can move the clock only while Stripe, Twilio and email are all stand-ins.';
  const bar = byId('walk', HTMLProgressElement);
  bar.hidden = walk === null;
  if (walk === null) return;
  const [from, to] = [Date.parse(walk.from), Date.parse(walk.to)];
  bar.value = to > from ? Math.min(100, (100 * (Date.parse(now) - from)) / (to - from)) : 0;
}

export function wireClock(): void {
  setInterval(tick, 1_000);
  for (const button of all('[data-hours]')) button.addEventListener('click', () => void move(button));
}

async function move(button: HTMLElement): Promise<void> {
  await attempt('clock-error', async () => {
    const hours = Number(button.dataset['hours']);
    const { now } = await ask<{ now: string }>('/api/clock', 'POST', { hours });
    say(`It’s now ${longTime(now)}.`);
  });
  button.focus();
}
