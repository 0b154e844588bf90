import type { WidgetConfig, WidgetLeadAnswer } from '#shared/features/widget/widget.schema.ts';
import type { Answer } from '../api.ts';
import { parseFeet } from '#shared/primitives/feet.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { form, h, on } from '../dom.ts';
import type { ContactOptions, ContactStep } from '../load-steps.ts';
import { languageAt, wordsAt, type StepWords } from '../words/step-words.ts';
import { checksIn, isFine, show, watch, type Check } from './checks.ts';
import { doneView, fenceInWords } from './done.ts';
import { keepDraft, keyFor } from './draft.ts';
import { makeField, type Field } from './field.ts';
import { leadSender, ticketOf, type Refusal } from './lead-sender.ts';
import { makeMeasurable, measuredIn } from './measure.ts';
import { phoneLink } from './phone-link.ts';
import { priceInWords } from './price.ts';
import { stepInHistory } from './step-in-history.ts';
import { linkTown } from './place-picker.ts';

const typed = ({ input }: Field) => input.value.trim();

/** The URL of the page that the homeowner sees: site builders such as Wix put embedded code into an iframe. */
const pageUrl = (): string => (window.parent === window ? '' : document.referrer) || location.href;

/** How the homeowner came to the page: the page before it, and the campaign that its URL names. */
const visit = () => {
  const landingPage = pageUrl();
  const { searchParams } = new URL(landingPage);
  const utm = (name: string) => searchParams.get(`utm_${name}`) ?? undefined;
  return {
    referrer: window.parent === window ? document.referrer : undefined,
    landingPage,
    utmSource: utm('source'),
    utmMedium: utm('medium'),
    utmCampaign: utm('campaign'),
    utmTerm: utm('term'),
    utmContent: utm('content'),
  };
};

const legalLinks = (words: StepWords, { legal }: WidgetConfig): HTMLElement[] => {
  if (!legal) return [];
  const link = (href: string, name: string) => h('a', { href, target: '_blank', rel: 'noopener' }, name);
  return [h('p', { class: 'lg' }, link(legal.privacyUrl, words.privacy), link(legal.termsUrl, words.terms))];
};

/** Step two: contact details, address, and the separate, unchecked box for texts (C1, C2). Sends the lead. */
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
    h('div', { class: 'two' }, city.root, zip.root),
    notes.root,
  );
  rest.open = [address, city, zip, notes].some((field) => typed(field) !== '');
  const root = form(
    recap,
    name.root,
    email.root,
    phone.root,
    h(
      'div',
      { class: 'f' },
      h('label', { class: 'ok' }, agree, h('span', {}, consent.text)),
      ...legalLinks(words, config),
    ),
    rest,
    trap.root,
    h('div', { class: 'go se' }, problem, button),
  );

  /** Moves the focus to a field, and expands the folded section if the field is in it. */
  const reach = ({ input }: Field) => {
    if (rest.contains(input)) rest.open = true;
    input.focus();
  };
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
      ...measuredIn(draft, { length, gates }),
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
    const view = doneView(words, config, { name: typed(name), email: typed(email) }, lead);
    root.replaceWith(view);
    view.focus();
    taken(lead);
  };
  const refused = ({ status, body: { error } }: Answer<Refusal>) => {
    const wrong = Object.entries({ ...fields, perimeter }).filter(([key]) => error?.fields?.[key]);
    for (const [key, field] of wrong) show(field, error?.fields?.[key] ?? '');
    const first = wrong[0]?.[1];
    if (first) {
      button.textContent = words.send;
      if (first === perimeter) leave();
      else reach(first);
      return;
    }
    const why = sentences((status === 422 || status === 429) && error ? error.message : words.offline);
    problem.replaceChildren(
      ...(config.phone
        ? words.keptOrCall.parts<Node | string>({ why, company: companyName, phone: phoneLink(config.phone) })
        : [words.kept({ why })]),
    );
  };

  const send = leadSender(
    { ask, words },
    {
      start: () => problem.replaceChildren(),
      lead: readLead,
      ticket: ticketOf(ask, config, at),
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

  on(root, 'input', keep);
  on(agree, 'change', () => {
    if (!agree.checked && !typed(phone)) show(phone, '');
  });
  on(change, 'click', leave);
  on(root, 'submit', (event) => {
    event.preventDefault();
    const wrong = checks.filter(([field, rule]) => !isFine(field, rule));
    if (wrong[0]) reach(wrong[0][0]);
    else void send();
  });
  return {
    root,
    open: () => {
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

const contactFields = (words: StepWords) => {
  const { optional } = words;
  return {
    name: makeField('name', {
      label: words.name,
      attributes: { autocomplete: 'name', maxlength: '200' },
    }),
    email: makeField('email', {
      label: words.email,
      attributes: { type: 'email', autocomplete: 'email', maxlength: '254' },
    }),
    phone: makeField('phone', {
      label: words.phone,
      optional,
      attributes: { type: 'tel', autocomplete: 'tel', maxlength: '40' },
    }),
    address: makeField('address', {
      label: words.address,
      optional,
      attributes: { autocomplete: 'address-line1', maxlength: '180' },
    }),
    city: makeField('city', { label: words.city, optional, attributes: { maxlength: '100' } }),
    zip: makeField('zip', {
      label: words.zip,
      optional,
      attributes: { inputmode: 'numeric', autocomplete: 'postal-code', maxlength: '10' },
    }),
    notes: makeField('notes', {
      label: words.notes,
      optional,
      lines: true,
      attributes: { maxlength: '4000' },
    }),
  };
};

/**
 * A field that people can't fill in: it is invisible, hidden from screen readers, out of the tab order, and ignored by
 * password managers. If a program fills it in (`website` in the request), the server holds the lead.
 */
const honeypot = (): { root: HTMLElement; value: () => string | undefined } => {
  const input = h('input', {
    id: 'website',
    name: 'website',
    tabindex: '-1',
    autocomplete: 'off',
    'data-1p-ignore': true,
    'data-bwignore': true,
    'data-lpignore': 'true',
    'data-form-type': 'other',
  });
  const root = h('div', { class: 'hp', 'aria-hidden': 'true' }, h('label', { for: 'website' }, 'Website'), input);
  return { root, value: () => input.value || undefined };
};
