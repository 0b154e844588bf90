import type { WidgetLeadAnswer } from '#shared/features/widget/widget.schema.ts';
import { parseFeet } from '#shared/primitives/feet.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { h, on, onSubmit, toJson } from '../dom.ts';
import type { ContactOptions, ContactStep } from '../load-steps.ts';
import { languageAt, wordsAt, type StepWords } from '../words/step-words.ts';
import { askMore } from './ask-more.ts';
import { chatWay } from './chat-way.ts';
import { checksIn, isFine, show, watch, type Check } from './checks.ts';
import { contactFields, honeypot } from './contact-fields.ts';
import { doneView, fenceInWords } from './done.ts';
import { keepDraft, keyFor } from './draft.ts';
import type { Field } from './field.ts';
import { isUnanswered, leadSender, ticketOf, type LeadAnswer } from './lead-sender.ts';
import { makeMeasurable } from './measure.ts';
import { priceInWords } from './price.ts';
import { steadyFocus } from './steady-focus.ts';
import { stepInHistory } from './step-in-history.ts';
import { linkTown } from './place-picker.ts';
import { reportSteps } from './report-steps.ts';
import { sendLater } from './send-later.ts';
import { forgetUnsent, keepUnsent, readUnsent, type Unsent } from './unsent.ts';
import { unsentView } from './unsent-view.ts';
import { pageUrl, visit } from './visit.ts';

const typed = ({ input }: Field) => input.value.trim();

/** The links that belong to the consent text (C2). */
const legalLinks = ({ host, perimeter }: ContactOptions, words: StepWords): HTMLElement => {
  const link = (page: string, name: string) =>
    h('a', { href: `${host}/${page}?lang=${languageAt(perimeter)}`, target: '_blank', rel: 'noopener' }, name);
  return h('p', { class: 'lg' }, link('privacy', words.privacy), link('terms', words.terms));
};

/**
 * The second step: contact details, street address, and the unchecked box for texts, which is separate from the rest
 * (C1, C2). Sends the lead.
 */
export const contactStep = (options: ContactOptions): ContactStep => {
  const { config, at = Date.now(), ask, draft, fence, perimeter, back, forward, taken } = options;
  const words = wordsAt(perimeter);
  const check = checksIn(words);
  const { contractorId, companyName, consent } = config;
  const agree = h('input', { type: 'checkbox', name: 'consent' });
  const fields = contactFields(words);
  const { name, email, phone, address, city, zip, notes } = fields;
  const all: Field[] = Object.values(fields);
  for (const { input } of all) input.value = draft[input.name] ?? '';
  const checks: [Field, Check][] = [
    [name, check.name],
    [email, check.email],
    [phone, (text) => (agree.checked && !text.trim() ? words.checks.phoneForTexts : check.phone(text))],
    [zip, check.zip],
  ];
  for (const [field, rule] of checks) watch(field, rule);

  const keep = () => {
    for (const { input } of all) draft[input.name] = input.value;
    keepDraft(contractorId, draft);
  };
  const more = askMore({ config, words, draft, perimeter, fence });
  const pickStreet = linkTown(words, { address, city, zip }, { ask, changed: keep });
  makeMeasurable(perimeter, {
    ask,
    config,
    draft,
    fence,
    address: () => [typed(address), typed(city)].filter(Boolean).join(', '),
    placed: (place) => {
      pickStreet(place);
      rest.open = true;
    },
  });

  const recap = h('div', { class: 're', tabindex: '-1' });
  const change = h('button', { type: 'button', class: 'li' }, words.change);
  const trap = honeypot();
  const problem = h('p', { class: 'er', role: 'alert' });
  const button = h('button', { class: 'bt' }, words.send);
  const rest = h(
    'details',
    {},
    h('summary', { class: 'f' }, words.addressAndNotes, h('i', {}, ` ${words.optional}`)),
    address.root,
    config.instant ? city.root : h('div', { class: 'two' }, city.root, zip.root),
    notes.root,
  );
  const folded = [address, city, notes, ...(config.instant ? [] : [zip])];
  const hasRest = () => folded.some((field) => typed(field) !== '');
  rest.open = hasRest();
  const root = h(
    'form',
    { novalidate: true },
    recap,
    name.root,
    email.root,
    ...(config.instant ? [zip.root] : []),
    phone.root,
    h(
      'div',
      { class: 'f' },
      h('label', { class: 'ok' }, agree, h('span', {}, consent.text)),
      legalLinks(options, words),
    ),
    rest,
    trap.root,
    h('div', { class: 'go se' }, problem, button),
  );

  /** Moves focus to a field, and expands the collapsed section if the field is in it. */
  const reach = ({ input }: Field) => {
    if (rest.contains(input)) rest.open = true;
    input.focus();
  };
  const unsent = unsentView(config, perimeter);
  const leave = stepInHistory({ root, back, forward });

  const readLead = () => {
    const { length, gates, materialId } = fence();
    return {
      contractorId,
      name: typed(name),
      email: typed(email),
      phone: typed(phone),
      address: [typed(address), typed(city)].filter(Boolean).join(', '),
      zip: typed(zip),
      perimeter: parseFeet(length),
      materialId: config.materialSelection ? materialId : undefined,
      gateCount: gates,
      ...more.described(fence()),
      notes: typed(notes),
      language: languageAt(perimeter),
      smsConsent: agree.checked,
      consentVersion: consent.version,
      pageUrl: pageUrl().slice(0, 2000),
      source: visit(),
      website: trap.value(),
    };
  };
  const done = (lead: WidgetLeadAnswer) => {
    keepDraft(contractorId, undefined);
    forgetUnsent(contractorId);
    unsent.clear();
    const view = doneView(words, config, { name: typed(name), email: typed(email) }, lead);
    root.replaceWith(view);
    view.focus();
    taken(lead);
  };
  const refused = (answer: LeadAnswer, lead: string) => {
    const { status, body } = answer;
    const { error } = body;
    const wrong = Object.entries({ ...fields, perimeter }).filter(([key]) => error?.fields?.[key]);
    for (const [key, field] of wrong) show(field, error?.fields?.[key] ?? '');
    const first = wrong[0]?.[1];
    const asked = Object.entries(error?.fields ?? {}).filter(([path, why]) => more.refused(path, why));
    if (first ?? asked[0]) {
      button.textContent = words.send;
      if (!first || first === perimeter) leave();
      else reach(first);
      return;
    }
    const kept = isUnanswered(answer) && keepUnsent(contractorId, lead);
    if (kept) later.soon();
    const why = sentences(status >= 400 && status < 500 && error ? error.message : words.offline);
    problem.replaceChildren(...unsent.why(why, kept));
  };

  const ticket = ticketOf(ask, config, at);
  /** Whether the form's current values match this request. */
  const isShown = ({ lead }: Unsent) =>
    !root.hidden && draft['sent'] === toJson(readLead()) && lead.includes(`"${draft['key']}"`);
  const later = sendLater({
    contractorId,
    ask,
    ticket,
    isHere: () => perimeter.input.isConnected || root.isConnected,
    sent: (lead, request) => {
      problem.replaceChildren();
      if (isShown(request)) return done(lead);
      unsent.arrived(request);
      taken(lead);
    },
    refused: (_answer, request) => {
      problem.replaceChildren();
      unsent.refused(request);
    },
  });
  const send = leadSender(
    { ask, words },
    {
      start: () => problem.replaceChildren(),
      lead: readLead,
      ticket,
      key: (content) => {
        const key = keyFor(draft, content);
        keep();
        return key;
      },
      button,
      done,
      refused,
    },
  );

  reportSteps({ config, ask, fence, perimeter });
  const before = readUnsent(contractorId);
  if (before) {
    unsent.waiting(before);
    later.now();
  }

  for (const form of [root, perimeter.input.form]) if (form) steadyFocus(form);
  const chat = chatWay({ config, at, ask, draft, fence, perimeter, fields, keep, taken });
  on(root, 'input', keep);
  on(agree, 'change', () => {
    if (!agree.checked && !typed(phone)) show(phone, '');
  });
  on(change, 'click', leave);
  onSubmit(root, () => {
    const wrong = checks.filter(([field, rule]) => !isFine(field, rule));
    if (wrong[0]) reach(wrong[0][0]);
    else void send();
  });
  return {
    root,
    chat,
    open: () => {
      rest.open ||= hasRest();
      const now = fence();
      const price = h('b', {}, priceInWords(config, now) ?? words.yourFence);
      const measures = fenceInWords(words, {
        feet: parseFeet(now.length) ?? 0,
        gates: now.gates,
        material: now.materialName,
      });
      const logo = config.logoUrl ? h('img', { src: config.logoUrl, alt: companyName }) : '';
      recap.replaceChildren(logo, h('div', { class: 'ro' }, price, change), ...measures);
      recap.focus();
    },
  };
};
