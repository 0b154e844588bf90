import type { ShownMessage } from './message.ts';
import { all, ask, attempt, byId, longTime, make, say, selectOf, setOptions, shortTime } from './page.ts';

let texts: ShownMessage[] = [];
let chosenByHand = false;
let drawn = '';

/** The homeowner's number in a text, as opposed to the product's number. */
const person = (text: ShownMessage): string => (text.direction === 'in' ? text.from : text.to);

export function showPhone(messages: ShownMessage[]): void {
  texts = messages.filter((message) => message.channel === 'sms');
  const latestFirst = [...new Set(texts.map(person).reverse())];
  const who = selectOf('phone-who');
  setOptions(who, [...latestFirst.map((number): [string, string] => [number, number]), ['other', 'Another number']]);
  // Shows the phone with the newest text until someone selects a phone.
  if (!chosenByHand && latestFirst[0] !== undefined) who.value = latestFirst[0];
  draw();
}

export function wirePhone(): void {
  selectOf('phone-who').addEventListener('change', () => {
    chosenByHand = true;
    draw();
  });
  byId('reply').addEventListener('submit', (event) => {
    event.preventDefault();
    const text = byId('reply-text', HTMLTextAreaElement);
    void send(text.value).then((sent) => (sent ? (text.value = '') : undefined));
  });
  byId('reply-photo').addEventListener('click', () => void send('', true));
  for (const button of all('[data-word]'))
    button.addEventListener('click', () => void send(button.dataset['word'] ?? ''));
}

function draw(): void {
  const number = selectOf('phone-who').value;
  const shown = texts.filter((text) => person(text) === number);
  byId('reply-from-field').hidden = number !== 'other';
  byId('phone-none').hidden = shown.length > 0;
  const key = `${number} ${shown.map((text) => text.id).join()}`;
  if (key === drawn) return;
  drawn = key;
  const bubbles = byId('bubbles');
  bubbles.replaceChildren(...shown.map(bubble));
  bubbles.hidden = shown.length === 0;
  bubbles.scrollTop = bubbles.scrollHeight;
}

function bubble(text: ShownMessage): HTMLLIElement {
  const mine = text.direction === 'in';
  const time = make('time', { dateTime: text.at, text: shortTime(text.at) });
  const who = mine ? 'Homeowner' : `From ${text.from}`;
  return make(
    'li',
    { className: mine ? 'bubble mine' : 'bubble' },
    make('p', {}, ...linked(text.text || (text.attachments ? 'A photo' : ''))),
    make('span', { className: 'meta', text: `${who}, `, title: longTime(text.at) }, time),
  );
}

/** Makes links in a text clickable, as on a phone. */
function linked(text: string): (Node | string)[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1 ? make('a', { href: part, target: '_blank', rel: 'noopener noreferrer', text: part }) : part,
    );
}

function send(text: string, photo = false): Promise<boolean> {
  const chosen = selectOf('phone-who').value;
  const from = chosen === 'other' ? byId('reply-from', HTMLInputElement).value : chosen;
  return attempt('reply-error', async () => {
    const { status } = await ask<{ status: number }>('/api/reply', 'POST', { from, text, photo });
    say(status < 300 ? 'The app accepted the text.' : `The app answered the text with ${status}.`);
    if (chosen === 'other') chosenByHand = false;
  });
}
