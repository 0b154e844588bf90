import { LEAD_COLUMNS, type LeadColumn } from './lead-csv.known-columns.ts';

/**
 * What a heading means. If several columns mean the same field, the one with the lowest `rank` comes first. `place`
 * says which of several addresses a column belongs to: 'service', 'billing' or 'address 2'.
 */
export interface Meaning {
  id: LeadColumn;
  rank: number;
  place: string;
}

/** Words that are abbreviated, in the plural or in Spanish. */
const ALIAS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    fname: 'first name',
    lname: 'last name',
    surname: 'last name',
    given: 'first',
    forename: 'first name',
    family: 'last',
    nombre: 'name',
    apellido: 'last name',
    apellidos: 'last name',
    organisation: 'organization',
    organization: 'company',
    emails: 'email',
    correo: 'email',
    phones: 'phone',
    telephone: 'phone',
    telefono: 'phone',
    tel: 'phone',
    ph: 'phone',
    cellular: 'cell',
    celular: 'cell',
    mobiles: 'mobile',
    numbers: 'number',
    num: 'number',
    addr: 'address',
    addresses: 'address',
    direccion: 'address',
    town: 'city',
    municipality: 'city',
    locality: 'city',
    ciudad: 'city',
    province: 'state',
    region: 'state',
    estado: 'state',
    apartment: 'unit',
    apt: 'unit',
    suite: 'unit',
    ste: 'unit',
    extended: 'unit',
    feet: 'ft',
    foot: 'ft',
    footage: 'ft linear',
    lf: 'ft linear',
    lnft: 'ft linear',
    lin: 'linear',
    lineal: 'linear',
    gate: 'gates',
    fencing: 'fence',
    fences: 'fence',
    materials: 'material',
    quoted: 'quote',
    quotation: 'quote',
    bid: 'quote',
    proposal: 'quote',
    est: 'estimate',
    estimated: 'estimate',
    notes: 'note',
    notas: 'note',
    comments: 'comment',
    remarks: 'comment',
    remark: 'comment',
    memo: 'comment',
    mensaje: 'message',
    messages: 'message',
    details: 'detail',
    create: 'created',
    creation: 'created',
    recd: 'received',
    rcvd: 'received',
    submission: 'submitted',
    submit: 'submitted',
    enquiry: 'inquiry',
    inquired: 'inquiry',
    timestamp: 'created',
    fecha: 'date',
    optin: 'opt in',
    texts: 'text',
    texting: 'text',
    subscribed: 'subscriber',
    subscription: 'subscriber',
  }),
);

/** Words that don't change what a heading means. */
const FILLER = new Set(
  'a an the of your you my our their we us is are was what whats which s to for in on at and or please enter best can do i it value here code current if any about approximate approximately approx'.split(
    ' ',
  ),
);
const PEOPLE = 'customer client contact lead person homeowner prospect recipient invitee attendee respondent buyer';
const list = (words: string): readonly string[] => words.split(' ');

/** Words that programs often write together: 'streetaddress', 'estimatetotal'. */
const TOGETHER = list(
  'first last middle full name names email phone mobile cell home work number street address line city state zip postal company lead customer client contact date created updated at linear feet ft length fence type material gate gates count quote estimate total amount price note notes comments status source sms opt in consent job service billing shipping site property project id',
);

/** Splits a word into words that programs write together, or returns it unchanged if it contains any other. */
const split = (word: string): string[] => {
  const rest = (from: string): string[] | undefined => {
    if (from === '') return [];
    for (const part of TOGETHER) {
      const more = from.startsWith(part) ? rest(from.slice(part.length)) : undefined;
      if (more) return [part, ...more];
    }
    return undefined;
  };
  return ALIAS.has(word) || word.length > 40 ? [word] : (rest(word) ?? [word]);
};

/** The words of a heading: without case, accents and punctuation, and with numbers on their own. */
const wordsOf = (heading: string): string[] =>
  (
    heading
      .normalize('NFKD')
      .replace(/['’]s\b|[\p{M}'’]/gu, '')
      .replace(/\be[\s_-]?mail/gi, 'email')
      .replace(/#s?/g, ' number ')
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replace(/(?:postal|post|zip)[\s_-]*code|codigo postal/g, ' zip ')
      .replace(/\butc\b(?:[+-]\d+)?/g, ' ')
      .match(/[a-z]+|\d+/g) ?? []
  )
    .flatMap(split)
    .flatMap((word) => (ALIAS.get(word) ?? word).split(' '));

const isNumber = (word: string): boolean => /^\d+$/.test(word);

/** A heading's words, with the questions that the rules below ask about them. */
class Heading {
  readonly words: readonly string[];
  private readonly said: ReadonlySet<string>;
  constructor(heading: string) {
    this.words = wordsOf(heading);
    this.said = new Set(this.words);
  }
  any = (words: string): boolean => list(words).some((word) => this.said.has(word));
  all = (words: string): boolean => list(words).every((word) => this.said.has(word));
  /** Whether the heading says nothing else than these words. */
  only = (words: string): boolean =>
    this.words.some((word) => !isNumber(word) && !FILLER.has(word)) &&
    this.words.every((word) => isNumber(word) || FILLER.has(word) || list(words).includes(word));
  /** The last number in the heading, or 1. */
  get number(): number {
    return Number(this.words.findLast(isNumber) ?? 1);
  }
}

type Rule = (heading: Heading) => Partial<Meaning> | undefined;

const DATE_WORDS = 'date time when day at on';
const ABOUT_EMAILS = 'email newsletter';

const consentRule: Rule = (heading) => {
  const { any, all } = heading;
  const asked = any('consent tcpa') || all('opt in') || all('opted in');
  const texts =
    any('sms text') && any('accept accepts subscriber permission ok okay allowed allow agree agreed marketing can');
  if ((!asked && !texts) || any('photo cookie gdpr ip out')) return undefined;
  if (any(ABOUT_EMAILS) && !any('sms text')) return {};
  if (any('phone number mobile') && !asked) return undefined;
  return { id: any('date time when') ? 'consentDate' : 'consent', rank: any('sms text') ? 0 : 1 };
};

const CREATED = 'created added submitted received inquiry requested captured entered registered joined signup since';
const addedRule: Rule = ({ any, only }) => {
  const when = `${DATE_WORDS} ${PEOPLE} deal record form response signed up utc gmt mst est pst cst member first`;
  if (any(CREATED) && only(`${CREATED} ${when}`) && !any('up by')) return { id: 'added', rank: any('since') ? 4 : 0 };
  return any('date') && only(`${when} entry`) && !any('member first up') ? { id: 'added', rank: 2 } : undefined;
};

const emailRule: Rule = (heading) => {
  const { any, only } = heading;
  if (!any('email') && !only('mail')) return undefined;
  const aside =
    'type label status opt subscriber marketing consent accepts accept display opened open clicks verified bounce domain owner rep date time last sent count valid quarantined notifications permission reason format campaign assistant manager name enabled template subject';
  if (any(aside) && !any('number')) return {};
  const second = any('additional secondary other alternate alt cc second') ? 10 : any('work business') ? 2 : 0;
  return { id: 'email', rank: second + heading.number / 10 };
};

const phoneRule: Rule = (heading) => {
  const { any, only } = heading;
  const kinds = 'mobile cell phone landline';
  const asked = any('number') && any('home work contact main primary call text reach other alternate daytime evening');
  if (!any(kinds) && !asked) return undefined;
  const aside =
    'type label fax ext extension opt verified status country owner rep id carrier assistant manager pager accepts date time preferred consent tty tdd radio callback telex isdn valid count';
  if (any(aside) || (any('sms') && !any('number'))) return {};
  if (
    asked &&
    !any(kinds) &&
    !only(`number home work contact main primary call text reach other alternate daytime evening ${PEOPLE}`)
  )
    return undefined;
  const rank = any('mobile cell text')
    ? 0
    : any('other alternate alt secondary additional second emergency spouse')
      ? 7
      : any('company address')
        ? 6
        : any('work business office')
          ? 5
          : any('evening daytime day')
            ? 3
            : any('home')
              ? 1
              : 2;
  return { id: 'phone', rank: rank + heading.number / 10 };
};

/** Which address a column belongs to, the job's first. */
const PLACES: readonly [words: string, rank: number][] = [
  ['service job site project install installation worksite', 0],
  ['property', 1],
  ['home default', 30],
  ['shipping ship mailing mail', 40],
  ['business work company office', 50],
  ['billing bill', 60],
  ['other secondary alternate', 70],
];
const NO_PLACE = 20;
const PART = 'street city state zip line formatted country type note address unit box county';

/**
 * Returns the number of the address that the column belongs to ('Address 2 - City'), and the number of the line in it
 * ('Street 2').
 */
const numbersOf = (words: readonly string[]): { address: number; line: number } => {
  const numbers = { address: 0, line: 1 };
  words.forEach((word, at) => {
    if (!isNumber(word) || word.length > 1) return;
    const isAddress = words[at - 1] === 'address' && words.slice(at + 1).some((after) => list(PART).includes(after));
    numbers[isAddress ? 'address' : 'line'] = Number(word);
  });
  return numbers;
};

const addressRule: Rule = (heading) => {
  const { any, all, only, words } = heading;
  if (
    any(
      'ip url web website id country county latitude longitude verified note same source date time name phone email status mac',
    )
  )
    return undefined;
  const billed = (all('bill to') || all('ship to')) && words.some(isNumber);
  const parts = any('street address city state zip postal line unit box formatted');
  const site =
    only(`location property job site project service worksite ${PEOPLE}`) && any('location property site worksite');
  const asked = any('where') && any('job project fence property located');
  if (!parts && !billed && !site && !asked) return undefined;
  const named = any('location') && parts;
  const [kind, kindRank] = PLACES.find(([of]) => any(of)) ?? (named ? PLACES[0] : undefined) ?? ['', NO_PLACE];
  const { address, line } = numbersOf(words);
  const place = `${kind} ${address || ''}`.trim();
  const meaning = (id: LeadColumn, rank = 0): Meaning => ({ id, rank: kindRank + address / 2 + rank / 100, place });
  if (any('type label')) return undefined;
  if (any('box')) return meaning('address', 30);
  if (any('city') && !(any('street address') && any('state'))) return meaning('city');
  if ((any('zip') || (any('postal') && !any('address'))) && !any('street'))
    return meaning('zip', any('city state') ? 1 : 0);
  if (any('state') && !any('street city united')) return meaning('state');
  if (any('unit')) return meaning('address2', 9);
  if (line > 1) return meaning('address2', line);
  if (any('formatted full') || any('city state')) return meaning('address', 20);
  return meaning('address', site || asked ? 10 : 0);
};

const nameRule: Rule = ({ any, all, only, words }) => {
  const not =
    'id ids owner rep user assistant manager spouse referred ad adset campaign form file yomi phonetic prefix nick nickname maiden suffix salutation product service type event source page location visit touch seen pipeline deal agent title department domain size list team staff technician';
  const isOwner = any('property home') && only(`${PEOPLE} owner property home name full`);
  if (any(not) && !isOwner) return undefined;
  const people = `${PEOPLE} name full display billing shipping primary legal`;
  if (all('first last') && only(`first last middle ${people}`)) return { id: 'name', rank: 1 };
  if (any('first') && (only('first') || (any('name') && only(`first ${people}`)))) return { id: 'firstName', rank: 0 };
  if (any('last') && (only('last') || (any('name') && only(`last ${people}`)))) return { id: 'lastName', rank: 0 };
  if (any('middle additional') && any('name initial') && only(`middle additional initial ${people}`))
    return { id: 'middleName', rank: 0 };
  if (only('m i') && all('m') && words.length === 2) return { id: 'middleName', rank: 1 };
  if (
    any('company business account employer') &&
    only(`company business account employer associated primary ${people}`)
  )
    return { id: 'company', rank: any('account employer') ? 2 : 0 };
  if (any('name') && (isOwner || only(people)))
    return { id: 'name', rank: any('full') ? 0 : any('display') ? 3 : any(PEOPLE) ? 2 : 1 };
  return (isOwner && any('owner')) || only(PEOPLE) ? { id: 'name', rank: 5 } : undefined;
};

const fenceRule: Rule = ({ any, all, only }) => {
  if (any('gates') && !any('code type width kind style price cost size note location'))
    return only('gates number count how many qty quantity need want fence total')
      ? { id: 'gates', rank: 0 }
      : undefined;
  if (any('price cost rate per height tall high width lot')) return undefined;
  const long = 'length long ft linear perimeter';
  if (any('perimeter linear') || (any('ft length long') && (any('fence how many total') || only(`${long} estimate`))))
    return any('time') ? undefined : { id: 'perimeter', rank: any('perimeter') ? 0 : any('linear') ? 1 : 2 };
  if (any('id other interest')) return undefined;
  if (any('material') || (any('fence') && any('type kind style')) || only('style'))
    return { id: 'material', rank: all('fence material') || any('material') ? 0 : 1 };
  return undefined;
};

const quoteRule: Rule = ({ any, only }) => {
  const sums = 'amount total price value usd dollars sum';
  const of = `quote estimate job deal opportunity project ${PEOPLE}`;
  if (any('lead') || !(any('quote estimate') || any(sums))) return undefined;
  if (!only(`${sums} ${of}`)) return undefined;
  return { id: 'quote', rank: any('quote') ? 0 : any('estimate') ? 1 : 2 };
};

const notesRule: Rule = ({ any, all, only }) => {
  const not =
    'id date time count by enabled type url status sms text email last campaign ad adset company error reason owner meta seo';
  if (any(not) && !only('note last') && !all('anything')) return undefined;
  const rank = any('note')
    ? any('address')
      ? 6
      : 0
    : any('comment message detail description')
      ? 1
      : any('anything instructions requirements scope background') ||
          all('additional info') ||
          all('additional information') ||
          all('tell about')
        ? 2
        : undefined;
  return rank === undefined ? undefined : { id: 'notes', rank };
};

const stateRule: Rule = ({ any, only }) => {
  if (any('status stage') && only(`status stage deal pipeline job opportunity sales lifecycle ${PEOPLE}`))
    return { id: 'status', rank: any('lifecycle') ? 2 : any('status') ? 0 : 1 };
  return only('outcome result won lost') ? { id: 'outcome', rank: 0 } : undefined;
};

const RULES: readonly Rule[] = [
  consentRule,
  addedRule,
  emailRule,
  phoneRule,
  addressRule,
  nameRule,
  fenceRule,
  quoteRule,
  notesRule,
  stateRule,
];

const squeezed = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
const OWN = new Map(LEAD_COLUMNS.flatMap(({ id, label }) => [id, label].map((name) => [squeezed(name), id] as const)));

/**
 * Returns what a heading means, by its words in any order. Case, punctuation and word forms don't matter. Our own
 * labels come first. Returns undefined if it means nothing that a lead has.
 */
export const meaningOf = (heading: string): Meaning | undefined => {
  const read = new Heading(heading.slice(0, 200));
  const own = OWN.get(squeezed(heading));
  const found = RULES.map((rule) => rule(read)).find((meaning) => meaning !== undefined);
  if (own !== undefined && found?.id !== own) return { id: own, rank: 1, place: '' };
  return found?.id === undefined ? undefined : { rank: 0, place: '', ...found, id: found.id };
};
