/** Details about the fence and the homeowner, found in the homeowner's messages and used to fill in the form. */
export interface Said {
  feet?: string;
  gates?: number;
  materialId?: string;
  name?: string;
  email?: string;
  phone?: string;
}

interface Material {
  id: string;
  name: string;
}

const FEET =
  /(\d[\d,]*(?:\.\d+)?)[ -]?(?:linear )?(?:ft|feet|foot|pies)\b(?! (?:tall|high|wood|vinyl|chain|metal|de alt))/gi;
const GATES = /(\d+|no|one|two|three|sin|una|dos|tres) (?:[a-zíáó]+ )?(?:gates?|puertas?)\b/i;
const COUNTS: Record<string, number> = { no: 0, sin: 0, one: 1, una: 1, two: 2, dos: 2, three: 3, tres: 3 };
const NAME =
  /(?:[Mm]y name is|[Ii] am|[Ii][’']m|[Tt]his is|[Mm]e llamo|[Mm]i nombre es|[Ss]oy) (\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2})/u;
const EMAIL = /[\w'+.-]+@[\w-]+(\.[\w-]+)+/;
const PHONE = /(?:\+?1[ .-]?)?\(?\b\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}\b/;

const numberOf = (text: string): number => Number(text.replaceAll(',', ''));

/** Returns the largest length in the last message that contains one. A smaller one is probably a height. */
const feetIn = (messages: readonly string[]): string | undefined => {
  const all = messages.map((text) => [...text.matchAll(FEET)].map(([, feet = '']) => numberOf(feet)));
  const last = all.filter((found) => found.length > 0).pop();
  return last && `${Math.max(...last)}`;
};

const gatesIn = (messages: readonly string[]): number | undefined => {
  const [, count = ''] =
    messages
      .map((text) => GATES.exec(text))
      .filter(Boolean)
      .pop() ?? [];
  const gates = COUNTS[count.toLowerCase()] ?? (count ? Number(count) : undefined);
  return gates !== undefined && gates <= 100 ? gates : undefined;
};

/**
 * Returns the material from the last message that names one. A word names a material if no other material's name
 * contains it.
 */
const materialIn = (messages: readonly string[], materials: readonly Material[]): string | undefined => {
  const wordsOf = ({ name }: Material): string[] => name.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const isOwn = (word: string) => materials.filter((material) => wordsOf(material).includes(word)).length === 1;
  for (const text of messages.map((message) => message.toLowerCase()).reverse()) {
    const named = materials.find((material) => wordsOf(material).some((word) => isOwn(word) && text.includes(word)));
    if (named) return named.id;
  }
  return undefined;
};

const last = (messages: readonly string[], pattern: RegExp, group: number): string | undefined =>
  messages.flatMap((text) => pattern.exec(text)?.[group] ?? []).pop();

/**
 * Finds values for the form in a homeowner's messages. It returns only unambiguous values. The server recognizes more,
 * and the homeowner can check the values in the form. A name must be capitalized, so 'looking for' in 'I'm looking for'
 * isn't a name.
 */
export const readSaid = (messages: readonly string[], materials: readonly Material[]): Said => {
  const found = {
    feet: feetIn(messages),
    gates: gatesIn(messages),
    materialId: materialIn(messages, materials),
    name: last(messages, NAME, 1),
    email: last(messages, EMAIL, 0),
    phone: last(
      messages.map((text) => text.replace(EMAIL, ' ')),
      PHONE,
      0,
    ),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as Said;
};
