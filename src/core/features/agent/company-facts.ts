import type { AgentFact } from '#shared/features/agent/agent.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import type { Language } from '#shared/primitives/language.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { findZip } from '../../platform/us-data/index.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { fillTerms } from '#shared/features/company/default-terms.ts';
import { termsIn } from '#shared/features/company/terms.rules.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { sectionsOf } from './estimate/estimate-facts.ts';
import { readFacts } from './facts.ts';
import { factSearch } from './guided/find-fact.ts';
import type { Fact } from './guided/guided-state.ts';
import { plainText } from './guided/plain-text.ts';

/** Facts from the company's settings. */
export interface Known {
  name: string;
  phone: string | null;
  /** The opening hours. Empty if the contractor didn't enter them. */
  hours: string;
  /** Towns with their states, such as 'Boise, ID'. */
  towns: readonly string[];
  materials: readonly string[];
}

const MOST_TOWNS = 12;

/** Reads the settings that `settingsFacts` needs. */
export async function readKnowledge(
  tx: CompanyTx,
  companyId: CompanyId,
): Promise<{
  own: AgentFact[];
  company: Pick<Known, 'hours' | 'towns' | 'materials'>;
  terms: (language: Language) => Fact[];
}> {
  const row = await tx
    .selectFrom('company_profiles')
    .select(['hours', 'service_zips', 'terms', 'terms_es'])
    .select(['deposit_kind', 'deposit_percent', 'deposit_amount_cents'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const towns = row.service_zips.flatMap((zip) => {
    const found = findZip(zip);
    return found ? [`${found.city}, ${found.state}`] : [];
  });
  // The company builds all of its materials, even if its plan shows only the basic ones in the widget.
  const materials = await tx
    .selectFrom('materials')
    .select('name')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return {
    own: await readFacts(tx, companyId),
    company: {
      hours: row.hours,
      towns: [...new Set(towns)].slice(0, MOST_TOWNS),
      materials: materials.map(({ name }) => name),
    },
    terms: (language) =>
      sectionsOf(fillTerms(termsIn(language, { en: row.terms, es: row.terms_es }), depositIn(language, row))),
  };
}

/** Returns the usual deposit as the terms say it: '50% of the total', or a fixed amount. */
const depositIn = (
  language: Language,
  row: Pick<CompanyRow, 'deposit_kind' | 'deposit_percent' | 'deposit_amount_cents'>,
): string =>
  row.deposit_kind === 'amount' && row.deposit_amount_cents !== null
    ? formatCents(row.deposit_amount_cents)
    : `${row.deposit_percent}% ${language === 'es' ? 'del total' : 'of the total'}`;

/** Matches questions that a company's terms may answer. Permits and property lines are for a person. */
const ABOUT_TERMS =
  /\b(?:terms|conditions|policy|deposit|down ?payment|balance|late (?:fee|payment)s?|interest|cancel\w*|refund\w*|warrant\w*|guarante\w*|pay(?:ments?|ing)?|cash|checks?|credit cards?|condiciones|terminos|deposito|anticipo|enganche|saldo|garantia|pag(?:o|os|ar)|efectivo|tarjeta)\b/;

/** Returns the section of the terms that answers a question. Undefined if the question isn't about the terms. */
export const findInTerms = (question: string, terms: readonly Fact[]): Fact | undefined =>
  ABOUT_TERMS.test(plainText(question)) ? factSearch(terms)(question) : undefined;

const LIST: Record<Language, Intl.ListFormat> = {
  en: new Intl.ListFormat('en-US'),
  es: new Intl.ListFormat('es-US'),
};

/** Returns questions with their answers from the settings, in one language. Omits questions whose setting is empty. */
export const settingsFacts = (known: Known, language: Language): AgentFact[] =>
  FACTS[language](known, LIST[language]).flatMap(([id, question, answer]) =>
    answer === null ? [] : [{ id: `settings-${id}`, question, answer }],
  );

type SettingsFact = readonly [id: string, question: string, answer: string | null];

const FACTS: Record<Language, (known: Known, list: Intl.ListFormat) => SettingsFact[]> = {
  en: ({ name, phone, hours, towns, materials }, list) => [
    ['areas', 'Which areas do you serve?', towns.length > 0 ? `${name} works in ${list.format(towns)}.` : null],
    ['hours', 'What are your hours? When are you open?', hours === '' ? null : `The hours are: ${hours}.`],
    ['phone', 'What is your phone number?', phone === null ? null : `You can call ${name} at ${formatPhone(phone)}.`],
    [
      'materials',
      'Which materials and kinds do you offer?',
      materials.length > 0 ? `${name} offers ${list.format(materials)}.` : null,
    ],
  ],
  es: ({ name, phone, hours, towns, materials }, list) => [
    ['areas', '¿En qué zonas trabajan?', towns.length > 0 ? `${name} trabaja en ${list.format(towns)}.` : null],
    ['hours', '¿Cuál es su horario? ¿Cuándo están abiertos?', hours === '' ? null : `El horario es: ${hours}.`],
    [
      'phone',
      '¿Cuál es su número de teléfono?',
      phone === null ? null : `Puede llamar a ${name} al ${formatPhone(phone)}.`,
    ],
    [
      'materials',
      '¿Qué materiales y tipos ofrecen?',
      materials.length > 0 ? `${name} ofrece ${list.format(materials)}.` : null,
    ],
  ],
};
