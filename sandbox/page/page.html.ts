import { MODEL_MODES, type ModelMode } from '../model/model-stand-in.ts';
import { type Breakable, FAULT_MODES, type FaultMode, type Provider, PROVIDERS, SERVICES } from '../faults.ts';

export interface PageFacts {
  appUrl: string;
  productName: string;
  providers: readonly Provider[];
}

const PROVIDER_NAMES: Record<Provider, string> = { stripe: 'Stripe', twilio: 'Twilio', smtp: 'Email' };
const BREAKABLE_NAMES: Record<Breakable, string> = {
  ...PROVIDER_NAMES,
  geocoder: 'Address search',
  tiles: 'Map pictures',
};
const SENTENCE_NAMES: Record<Provider, string> = { ...PROVIDER_NAMES, smtp: 'the email server' };
const listed = (names: string[]): string => new Intl.ListFormat('en-US').format(names) || 'nothing';
const MODE_NAMES: Record<FaultMode, string> = {
  none: 'Works',
  http500: 'Fails temporarily',
  http429: 'Too many requests',
  timeout: 'Never answers',
  hang_up: 'Hangs up immediately',
  drop_after_accept: 'Accepts, then hangs up',
  reject: 'Refuses',
};
const MOVES: readonly [hours: number, words: string][] = [
  [1, '+1 h'],
  [4, '+4 h'],
  [24, '+1 day'],
  [72, '+3 days'],
  [168, '+7 days'],
];

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The HTML shell of `/`. `browser/main.ts` fills it and keeps it up to date. */
export function sandboxPage({ appUrl, productName, providers }: PageFacts): string {
  const app = escapeHtml(appUrl);
  const names = listed(providers.map((provider) => SENTENCE_NAMES[provider]));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sandbox · ${escapeHtml(productName)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/sandbox.css">
<script type="module" src="/assets/main.ts"></script>
</head>
<body>
<a class="skip" href="#inbox">Skip to the inbox</a>
<header class="band">
  <h1>Sandbox</h1>
  <p>Stand-ins for ${names}. Nothing here reaches a real person. <a href="${app}" target="_blank" rel="noopener">Open ${escapeHtml(productName)}</a></p>
  <nav class="jump" aria-label="Parts of this page"><a href="#inbox">Inbox</a><a href="#phone">Phone</a><a href="#controls">Controls</a></nav>
</header>
<main>
${inbox}
${phone}
${controls()}
</main>
<p id="said" class="said" role="status" aria-live="polite"></p>
</body>
</html>`;
}

const inbox = `<section id="inbox" aria-labelledby="inbox-title" class="panel">
  <div class="head">
    <h2 id="inbox-title">Inbox</h2>
    <label class="sr" for="inbox-who">Email for</label>
    <select id="inbox-who" class="input"><option value="">Everyone</option></select>
  </div>
  <p id="inbox-none" class="none">No email yet. Every email that the app sends appears here.</p>
  <ul id="mails" class="mails" aria-label="Emails, newest first"></ul>
  <article id="mail" class="mail" aria-labelledby="mail-subject" hidden>
    <h3 id="mail-subject" tabindex="-1"></h3>
    <dl id="mail-facts" class="facts"></dl>
    <div class="tabs" id="mail-tabs" role="tablist" aria-label="Shown as">
      <button type="button" role="tab" id="tab-html" aria-controls="mail-html" aria-selected="true">HTML</button>
      <button type="button" role="tab" id="tab-text" aria-controls="mail-text" aria-selected="false" tabindex="-1">Text</button>
      <button type="button" role="tab" id="tab-headers" aria-controls="mail-headers" aria-selected="false" tabindex="-1">Headers</button>
    </div>
    <div id="mail-html" role="tabpanel" aria-labelledby="tab-html"></div>
    <pre id="mail-text" role="tabpanel" aria-labelledby="tab-text" tabindex="0" hidden></pre>
    <pre id="mail-headers" role="tabpanel" aria-labelledby="tab-headers" tabindex="0" hidden></pre>
    <form id="mail-reply" novalidate>
      <div class="field"><label for="mail-reply-text">Reply as the recipient</label>
        <textarea id="mail-reply-text" class="input" rows="3" maxlength="20000"></textarea></div>
      <p id="mail-reply-error" class="error" role="alert" hidden></p>
      <button class="btn btn-primary" type="submit">Send email reply</button>
    </form>
  </article>
</section>`;

const phone = `<section id="phone" aria-labelledby="phone-title" class="panel phone">
  <div class="head">
    <h2 id="phone-title">Phone</h2>
    <label class="sr" for="phone-who">Whose phone</label>
    <select id="phone-who" class="input"><option value="other">Another number</option></select>
  </div>
  <p id="phone-none" class="none">No texts with this number yet.</p>
  <ol id="bubbles" class="bubbles" aria-label="Texts, oldest first" tabindex="0"></ol>
  <form id="reply" novalidate>
    <div class="field" id="reply-from-field"><label for="reply-from">Homeowner's number</label>
      <input id="reply-from" class="input" type="tel" inputmode="tel" autocomplete="off" placeholder="+1 208 555 0142"></div>
    <div class="quick" role="group" aria-label="Keywords and a photo">
      <button type="button" class="btn" data-word="STOP">STOP</button>
      <button type="button" class="btn" data-word="HELP">HELP</button>
      <button type="button" class="btn" data-word="START">START</button>
      <button type="button" class="btn" id="reply-photo">Send a photo</button>
    </div>
    <div class="field"><label for="reply-text">Reply as the homeowner</label>
      <textarea id="reply-text" class="input" rows="2" maxlength="1600"></textarea></div>
    <p id="reply-error" class="error" role="alert" hidden></p>
    <button class="btn btn-primary" type="submit">Send reply</button>
  </form>
</section>`;

const controls = (): string => `<div id="controls" class="side">
<section aria-labelledby="clock-title" class="panel">
  <h2 id="clock-title">Clock</h2>
  <p class="now"><time id="now"></time></p>
  <p id="clock-why" class="hint">The app's current time. You can move it only forward. Messages that come due are sent.</p>
  <div class="moves" role="group" aria-label="Move the clock forward">${MOVES.map(([hours, words]) => `<button type="button" class="btn" data-hours="${hours}">${words}</button>`).join('')}</div>
  <progress id="walk" max="100" value="0" aria-label="The clock is moving" hidden></progress>
  <p id="clock-error" class="error" role="alert" hidden></p>
</section>
<section aria-labelledby="checkouts-title" class="panel">
  <h2 id="checkouts-title">Checkouts and accounts</h2>
  <p id="checkouts-none" class="none">Nothing is waiting for the homeowner or Stripe.</p>
  <ul id="checkouts" class="rows"></ul>
</section>
<section aria-labelledby="faults-title" class="panel">
  <h2 id="faults-title">Break a provider</h2>
  ${[...PROVIDERS, ...SERVICES].map(faultRow).join('')}
  ${modelRow}
  <p id="fault-error" class="error" role="alert" hidden></p>
</section>
<section aria-labelledby="clear-title" class="panel">
  <h2 id="clear-title">Tidy up</h2>
  <p class="hint">Empties the inbox and the phone. The app keeps everything.</p>
  <button type="button" class="btn btn-danger" id="clear">Clear emails and texts</button>
</section>
</div>`;

const faultRow = (provider: Breakable): string => `<form class="fault" data-provider="${provider}">
    <fieldset><legend>${BREAKABLE_NAMES[provider]} <span class="state" data-state></span></legend>
    <label class="sr" for="mode-${provider}">What ${BREAKABLE_NAMES[provider]} does</label>
    <select id="mode-${provider}" name="mode" class="input">${FAULT_MODES.map((mode) => `<option value="${mode}">${MODE_NAMES[mode]}</option>`).join('')}</select>
    <label class="sr" for="count-${provider}">Number of requests. Leave empty for no limit</label>
    <input id="count-${provider}" name="count" class="input count" type="number" min="1" step="1" placeholder="times">
    <button class="btn" type="submit">Set</button></fieldset>
  </form>`;

const MODEL_MODE_NAMES: Record<ModelMode, string> = {
  off: 'Off',
  busy: 'Refuses: too many requests',
  'server-error': 'Fails',
  'wrong-key': 'Rejects the key',
  redirect: 'Redirects',
  'no-json': 'Answers with invalid JSON',
  'endless-words': 'Never stops',
  on: 'Works instantly',
  'normal-speed': 'Works at normal speed',
  'wrong-prices': 'Quotes wrong prices',
  'other-companies': 'Names other companies',
  'endless-tools': 'Calls tools endlessly',
  silence: 'Never answers',
  'broken-stream': 'Stops mid-answer',
  promises: 'Makes promises',
  dates: 'Names dates',
  'foreign-ids': 'Uses other companies’ IDs',
  obedient: 'Follows instructions in any text',
};

const modelRow = `<form id="model" class="model">
    <fieldset><legend>AI model <span class="state" data-state></span></legend>
    <label class="sr" for="mode-model">What the AI model does</label>
    <select id="mode-model" name="mode" class="input">${MODEL_MODES.map((mode) => `<option value="${mode}">${MODEL_MODE_NAMES[mode]}</option>`).join('')}</select>
    <button class="btn" type="submit">Set</button></fieldset>
  </form>`;
