import type { ShownMessage } from './message.ts';
import { ask, attempt, byId, longTime, make, say, selectOf, setOptions, shortTime } from './page.ts';

const TABS = ['html', 'text', 'headers'] as const;
type Tab = (typeof TABS)[number];

let mails: ShownMessage[] = [];
let open: string | undefined;

/** Shows messages to all recipients or only to the selected recipient, newest first. The open email stays open. */
export function showInbox(messages: ShownMessage[]): void {
  mails = messages.filter((message) => message.channel === 'email').reverse();
  const sent = mails.filter(({ direction }) => direction === 'out');
  const people = [...new Set(sent.flatMap((mail) => mail.to.split(', ')))].sort();
  setOptions(selectOf('inbox-who'), [['', 'Everyone'], ...people.map((one): [string, string] => [one, one])]);
  list();
}

export function wireInbox(): void {
  selectOf('inbox-who').addEventListener('change', list);
  for (const name of TABS) byId(`tab-${name}`).addEventListener('click', () => choose(name));
  byId('mail-reply').addEventListener('submit', (event) => {
    event.preventDefault();
    void reply();
  });
  byId('mail-tabs').addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const now = TABS.findIndex((name) => byId(`tab-${name}`) === document.activeElement);
    const next = TABS[(now + step + TABS.length) % TABS.length] ?? 'html';
    choose(next);
    byId(`tab-${next}`).focus();
  });
}

/** Replies to the open email's reply-to address and quotes the email, as an email app does. */
async function reply(): Promise<void> {
  const mail = mails.find(({ id }) => id === open);
  const text = byId('mail-reply-text', HTMLTextAreaElement);
  if (!mail) return;
  const sent = await attempt('mail-reply-error', async () => {
    const body = { from: mail.to, to: addressIn(mail.headers?.['reply-to']), text: text.value };
    const { status } = await ask<{ status: number }>('/api/reply', 'POST', body);
    say(`The app answered the email with ${status}.`);
  });
  if (sent) text.value = '';
}

const addressIn = (header: string | undefined): string | undefined => /[^\s<>"]+@[^\s<>"]+/.exec(header ?? '')?.[0];

function list(): void {
  const who = selectOf('inbox-who').value;
  const shown = mails.filter((mail) => who === '' || mail.to.split(', ').includes(who));
  byId('inbox-none').hidden = shown.length > 0;
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['mail'] : undefined;
  const rows = shown.map(row);
  byId('mails').replaceChildren(...rows.map((button) => make('li', {}, button)));
  rows.find((button) => button.dataset['mail'] === focused)?.focus();
  if (open !== undefined && !mails.some((mail) => mail.id === open)) close();
}

function row(mail: ShownMessage): HTMLButtonElement {
  const button = make(
    'button',
    { type: 'button', className: 'mailrow' },
    make('span', { className: 'subject', text: mail.subject || 'No subject' }),
    make('span', { className: 'meta', text: `To ${mail.to}` }),
    make('time', { className: 'meta', dateTime: mail.at, text: shortTime(mail.at) }),
  );
  button.dataset['mail'] = mail.id;
  if (mail.id === open) button.setAttribute('aria-current', 'true');
  button.addEventListener('click', () => show(mail));
  return button;
}

function close(): void {
  open = undefined;
  byId('mail').hidden = true;
}

function show(mail: ShownMessage): void {
  open = mail.id;
  byId('mail').hidden = false;
  byId('mail-subject').textContent = mail.subject || 'No subject';
  byId('mail-facts').replaceChildren(...facts(mail));
  byId('mail-html').replaceChildren(
    mail.html ? frame(mail, mail.html) : make('p', { className: 'none', text: 'This email has no HTML part.' }),
  );
  byId('mail-text').textContent = mail.text || 'This email has no text part.';
  byId('mail-headers').textContent = Object.entries(mail.headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  byId('mail-reply').hidden = mail.direction === 'in';
  byId('mail-reply-error').hidden = true;
  choose(mail.html ? 'html' : 'text');
  list();
  byId('mail-subject').focus();
}

function facts(mail: ShownMessage): HTMLElement[] {
  const shown: [string, string | undefined][] = [
    ['From', mail.headers?.['from'] ?? mail.from],
    ['To', mail.headers?.['to'] ?? mail.to],
    ['Reply to', mail.headers?.['reply-to']],
    ['Sent', longTime(mail.at)],
    ['Attached', mail.attachments?.map(({ name }) => name).join(', ')],
  ];
  return shown.flatMap(([name, text]) => (text ? [make('dt', { text: name }), make('dd', { text })] : []));
}

/** Scripts don't run in this frame. Links open in a new tab, as in an email app. */
function frame(mail: ShownMessage, html: string): HTMLIFrameElement {
  const iframe = make('iframe', { title: `The email “${mail.subject ?? ''}”`, className: 'mailframe' });
  iframe.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
  iframe.srcdoc = `<base target="_blank">${html}`;
  return iframe;
}

function choose(chosen: Tab): void {
  for (const name of TABS) {
    const tab = byId(`tab-${name}`);
    tab.setAttribute('aria-selected', String(name === chosen));
    tab.tabIndex = name === chosen ? 0 : -1;
    byId(`mail-${name}`).hidden = name !== chosen;
  }
}
