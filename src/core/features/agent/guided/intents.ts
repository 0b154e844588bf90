import type { Language } from '#shared/primitives/language.ts';

/** A message's intents, other than describing the fence. They're answered in this order. */
export interface Intents {
  /** The homeowner is angry or makes threats. A person takes over immediately. */
  angry: boolean;
  /** A request for a person or a call. */
  person: boolean;
  /** A question about permits, property lines, contracts or liability. A fact or a person answers it. */
  law: boolean;
  /** The homeowner says that they're a child. */
  child: boolean;
  /** A request for a lower price, or a mention of a specific price or of another company. */
  discount: boolean;
  /** Instructions to the software instead of a question about a fence. */
  instructs: boolean;
  /** A question about the fence's price. */
  price: boolean;
  /** A question that a fence company might answer. */
  question: boolean;
  greeting: boolean;
  thanks: boolean;
  /** A request for a fence, without further details. */
  wish: boolean;
  yes: boolean;
  no: boolean;
  /** A question about whether a person or a machine is answering. */
  whoAreYou: boolean;
  /** A question about the date or time of the work. */
  schedule: boolean;
  /** A question about whether the price includes work that no price contains, such as staining. */
  extras: boolean;
  /** A mention of fences or yards. */
  aboutFences: boolean;
}

const PATTERNS: Record<keyof Intents, RegExp> = {
  angry:
    /\b(?:scam(?:mers?)?|rip ?-?off|fraud|thie(?:f|ves)|crooks?|sue you|suing|my lawyer|lawsuit|attorney|report you|bbb|bad review|(?:1|one)[ -]star|pissed|furious|ridiculous|worst|terrible|horrible|unacceptable|screw you|fuck\w*|f\*+k?\w*|\w*shit\w*|(?:bad|poor|awful|lousy) service|(?:second|third|fourth|[2-9](?:nd|rd|th)) time (?:i|that i|ive)|no(?:body| one) (?:calls?|called|answers?|answered|came)|(?:god ?)?damn (?:you|it all|company|liars?|crooks?|people|idiots?)|idiots?|stupid|useless|hate you|kill (?:you|u|him|her|them|your)|burn (?:it down|your)|hurt you|you will regret|you'll regret|estafa(?:dores)?|ladrones?|demandar(?:los)?|mi abogado|furios[oa]|pesim[oa]|basura|inutil(?:es)?|idiotas?|mierda|pendej\w*|maldit\w*|(?:so|very|really) (?:angry|mad|upset)|my money back|(?:want|give me) (?:a|my) refund|nobody (?:showed|shows) up|enojad[oa]|devuelvanme|se van a arrepentir|los voy a)\b/,
  person:
    /\b(?:(?:call|phone|ring) me|give (?:me|us) a (?:call|ring|buzz|shout)|(?:ring|phone) (?:me|us) (?:up|back)|(?:talk|speak|chat) (?:to|with) (?:a |an |the |some)?(?:person|human|someone|somebody|real|owner|agent|manager|rep(?:resentative)?|staff|salesman|estimator)|real (?:person|human)|(?:a|some) human|(?:human|person|agent|representative|operator),? please|(?:get|give|send) me (?:a|an|the) (?:person|human|agent|owner|manager|rep(?:resentative)?)|(?:some(?:one|body)|you(?: guys)?) (?:to )?come (?:out(?! to\b)|by|over|look|and (?:look|take|measure))|(?:want|need) (?:a )?(?:person|human)|(?:someone|somebody|a person|anyone) on the phone|phone call|call back|callback|someone call|have (?:someone|somebody) (?:call|come|contact)|llamenme|llameme|me llamen|me llame|pueden llamar|hablar con (?:una |un |el |la |alg)?(?:persona|alguien|humano|representante|encargado|dueno|ien)|persona real|que me llamen|una llamada)\b/,
  law: /\b(?:permits?|permission from|hoa|zoning|setbacks?|property lines?|boundary|survey(?:or)?|(?:lot|boundary) lines?|easements?|legal(?:ly)?|law(?:s)?|liab(?:le|ility)|contracts?|cancel(?:lation)? (?:the )?(?:contract|agreement)|who(?:'s| is) responsible|gas lines?|utility lines?|call 811|neighbou?r(?:'s)? (?:has to|have to|must|pay|share|refuses|side)|right of way|code requirements?|licen[sc]ed?|insur(?:ed|ance)|warrant(?:y|ies)|permisos?|lindero|limite de (?:la )?propiedad|agrimensor|contrato|leyes|ley|legal|seguro|licencia|garantia|vecino (?:tiene que|debe|paga|tenga que))\b/,
  child:
    /\b(?:i(?:'?m| am) (?:(?:only |just )?(?:[5-9]|1[0-5])(?: (?:years?|yrs?)(?: old)?| y\/?o)?(?=$|[,.;!?]| (?:and|but|so|from|years?)\b)|a kid|a child|in (?:the )?\d{1,2}(?:st|nd|rd|th) grade)|my (?:mom|mommy|dad|daddy|parents) (?:doesn'?t|dont|don'?t|does not) know|tengo (?:[5-9]|1[0-5]) anos|soy (?:un )?nin[oa]|mis papas no saben)\b/,
  discount:
    /\b(?:discounts?|cheaper|deals?|money off|half (?:that|of that|off)|call it (?:an? even )?\$?\d|rough number|locked in|won't go up|go up|lower (?:the )?price|knock (?:off|down)|price match|match (?:their|that|the|his|her|it)|beat (?:their|that|the|any|it)|best price|too (?:much|expensive|high)|negotiat\w*|\d+ ?% off|percent off|coupon|promo(?:tion)?|competitors?|other (?:company|companies|contractor|quote|guys?)|another (?:company|quote|contractor)|quoted me|charges? (?:me )?(?:only )?\$?\d|for free|half (?:the )?price|descuentos?|mas barato|rebaja|muy caro|carisimo|otra (?:compania|empresa)|me cotiz\w*|igualar|mejor precio|oferta|gratis|cupon)\b|\$ ?\d|\b\d+ (?:dollars|bucks|dolares)\b/,
  instructs:
    /\b(?:ignore (?:all |the |your |any |previous )+|disregard|system prompt|you are now|act as|pretend|jailbreak|developer mode|override|new instructions?|reveal|repeat after me|say (?:exactly|that)|print (?:your|the)|your (?:instructions|prompt|rules)|as an ai|assistant:|system:|<\/?(?:system|script|admin)|sudo|drop table|ignora (?:todas |las |tus )+|olvida (?:tus|las)|actua como|repite)\b/,
  price:
    /\b(?:price|cost|costs|how much|quote|estimate|pricing|rate|total|ballpark|precio|cuanto (?:cuesta|sale|vale|seria|costaria|cobran|me)|costo|cotiza(?:cion|r)|presupuesto|estimado)\b/,
  question:
    /\?|\b(?:do you|can you|are you|what|when|where|which|who|how|is (?:it|there|this|that)|are there|can (?:i|we)|do (?:i|we)|should (?:i|we)|whats|does|will|could|would|hacen|tienen|pueden|cual|cuando|donde|como|que tipo|cuanto)\b/,
  greeting:
    /^(?:hi|hello|hey|good (?:morning|evening|afternoon)|hola|buenas|buenos dias|buenas (?:tardes|noches)|yo|howdy)\b/,
  wish: /\b(?:need|want|looking (?:for|at|to|into)|interested|would like|i'?d like|thinking (?:about|of)|planning|get(?:ting)?|replac\w*|quiero|necesito|busco|quisiera|pensando)\b.*\b(?:fenc\w*|[cs]erca|valla|barda)\b/,
  thanks: /\b(?:thanks?|thank you|thx|ty|gracias|appreciate)\b/,
  yes: /^(?:yes|yeah|yep|yup|sure|ok(?:ay)?|correct|right|please do|si|claro|correcto|de acuerdo|por favor|sounds good|perfect)\b/,
  no: /^(?:no(?!,? (?:wait|sorry|i me|make|actually|espera|perdon|quise|son\b|es\b))|nope|nah|none|nothing|not really|no thanks|ninguna?|nada|no gracias)\b/,
  whoAreYou:
    /\b(?:are you (?:a |an )?(?:bot|robot|human|real|person|ai|machine|automated)|is this (?:a |an )?(?:bot|robot|human|real person|ai|person)|am i (?:talking|chatting) (?:to|with)|who (?:are you|am i)|eres (?:un |una )?(?:robot|bot|persona|humano|real|maquina)|es (?:un |una )?(?:robot|bot|persona real)|con quien hablo)\b/,
  schedule:
    /\b(?:how soon|when (?:can|could|will|would|do|are)|what day|start date|schedul\w*|appointment|availab\w*|next week|this week|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|how long (?:will|does|would)|finish(?:ed)? by|guarantee (?:it|the|by)|cuando (?:pueden|podrian|empiezan|vienen)|cita|manana|la proxima semana|que dia|cuanto tarda\w*|lunes|martes|miercoles|jueves|viernes|sabado|domingo)\b/,
  extras:
    /\b(?:includ\w*|part of (?:the|that) price|come with|incluy\w*|incluid\w*)\b(?=.*\b(?:tear|remov\w*|haul\w*|demo\w*|stain\w*|paint\w*|seal\w*|permits?|clearing|clear|brush|stumps?|grading|leveling|landscap\w*|quitar|retirar|pint\w*|barniz\w*|permisos?|limpieza)\b)|\b(?:tear|remov\w*|haul\w*|demo\w*|stain\w*|paint\w*|seal\w*|clearing|brush|stumps?|grading|leveling|landscap\w*|quitar|retirar|pint\w*|barniz\w*|limpieza)\b.*\b(?:includ\w*|part of (?:the|that) price|incluy\w*|incluid\w*)\b/,
  aboutFences:
    /\b(?:fenc(?:e|es|ing|ed)|fen[sc]e?s?|gates?|yards?|backyard|vinyl|wood|cedar|chain|posts?|panels?|pickets?|privacy|perimeter|install\w*|repair\w*|stain\w*|paint\w*|materials?|feet|foot|ft|property|dog|pool|driveway|lattice|rail|concrete|house|home|slope|hill|estimate|quote|deposit|pay(?:ment)?s?|financ\w*|warranty|refunds?|cancel\w*|invoices?|receipts?|crew|broken?|damaged?|leaning|fell|storm|hours|open|closed|areas?|service|serve|cities|city|zip|company|business|phone|address|email|colors?|style|[cs]erc[ao]s?|vallas?|bardas?|puertas?|porton\w*|patio|jardin|madera|vinilo|malla|metros|pies|instal\w*|repar\w*|pint\w*|material(?:es)?|deposito|pag\w*|garantia|reembols\w*|cancel\w*|facturas?|recibos?|rot[oa]s?|danad\w*|horario|abiert\w*|zona|ciudad|color(?:es)?|precio|presupuesto|servicio)\b/,
};

const ASKS_FOR = (name: string): RegExp =>
  new RegExp(
    String.raw`\b(?:speaks?|in|en|hablan?|hablas|se habla|habla usted)(?: in| en)? (?:${name})\b|\b(?:${name}),? (?:please|por favor)\b|^\W*(?:${name})\W*$`,
  );
/** Patterns that match requests to switch to a language. */
const ASKED_LANGUAGE: readonly (readonly [Language, RegExp])[] = [
  ['es', ASKS_FOR('spanish|espanol')],
  ['en', ASKS_FOR('english|ingles')],
];

/**
 * Removes a request for a language from the text. If only a few words are left, the message is treated as a greeting.
 */
function withoutLanguage(text: string): string {
  const [, asks] = ASKED_LANGUAGE.find(([, pattern]) => pattern.test(text)) ?? [];
  if (asks === undefined) return text;
  const rest = text.replace(asks, ' ');
  return (rest.match(/[\p{L}\p{N}']+/gu) ?? []).length <= 3 && !/\d/.test(rest) ? 'hello' : rest;
}

/** Reads the intents from a normalized message (`plainText`). */
export const readIntents = (whole: string): Intents => {
  const text = withoutLanguage(whole);
  const intents = Object.fromEntries(
    Object.entries(PATTERNS).map(([intent, pattern]) => [intent, pattern.test(text)]),
  ) as unknown as Intents;
  // 'Am I talking to a real person?' isn't a request for a person.
  return {
    ...intents,
    person: PATTERNS.person.test(text.replace(PATTERNS.whoAreYou, ' ').replace(/^.{0,3}(?: a)? real person/, ' ')),
  };
};

const SPANISH =
  /\b(?:hola|el|los|las|una|de|que|cerca|cuanto|cuesta|pies|metros|quiero|necesito|tengo|para|con|por|favor|gracias|madera|vinilo|puertas?|porton|casa|patio|buenas|buenos|dias|tardes|es|esta|son|mi|nombre|llamo|correo|telefono|si|vieja|quitar|precio|pueden|hacen|cerca|malla|trabajan|hablar|persona)\b/g;
const ENGLISH =
  /\b(?:the|a|of|fence|how|much|feet|foot|ft|want|need|have|for|with|please|thanks|wood|gates?|house|yard|is|are|my|name|email|phone|yes|old|remove|price|can|you|do|chain|hi|hello|and|to|it|that)\b/g;

/** Returns the language of a normalized message (`plainText`). Undefined if it could be either language. */
export function languageOf(text: string): Language | undefined {
  const asked = ASKED_LANGUAGE.find(([, asks]) => asks.test(text));
  if (asked) return asked[0];
  const [spanish, english] = [text.match(SPANISH)?.length ?? 0, text.match(ENGLISH)?.length ?? 0];
  if (spanish >= 2 && spanish > english) return 'es';
  if (english >= 2 && english > spanish) return 'en';
  return undefined;
}
