import type { Offer } from '../estimates/offer-price.rules.ts';
import { hasOffer } from './tags.rules.ts';

const PERCENT = String.raw`(?:\d|\b(?:five|ten|fifteen|twenty|thirty|forty|fifty))[\s-]?(?:%|percent\b|per cent\b|por ciento\b)`;
const DOLLARS = String.raw`(?:\$\s?\d[\d,.]{0,9}|\d\s?(?:dollars|d[o\u00f3]lares)\b)`;
/** Things that an offer can include for free. Estimates aren't listed, because they're always free. */
const GOODS = String.raw`(?:gates?|posts?|panels?|hardware|installation|install|upgrades?|delivery|removal|tear-?out|haul-?away|stain(?:ing)?|seal(?:ing|er)?|materials?|labor|gifts?)`;
const GOODS_IN_SPANISH = String.raw`(?:puertas?|postes?|instalaci[o\u00f3]n|entrega)`;
const ESTIMATE = String.raw`(?:estimates?|quotes?|consultations?|inspections?|measurements?)`;

/** What 'less' compares the price with, or when. '50% less upkeep' and '30% less than the first guess' aren't offers. */
const LESS = String.raw`(?:less|menos)(?=\s*(?:$|[.,;:!?)]|(?:if|when|until|through|by|before|today|now|this|si|hasta|hoy|esta|este)\b|(?:than|que) (?:(?:our|the|any|your|other|la|el|los|las|otros?|otras?) ){0,2}(?:compet|others?\b|(?:other )?(?:quotes?|bids?|compan|contractors?)|otr[ao]s?\b)))`;
/** Things that a fence saves by itself. 'Saves 30% of the upkeep' isn't an offer. */
const UPKEEP = String.raw`(?:upkeep|maintenance|water|energy|weight|time|work|noise|paint|stain|space|mantenimiento|agua|tiempo|trabajo)`;

/** A sum in words: 'two hundred'. */
const WORDED = String.raw`(?:(?:a|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty) )?(?:hundred|thousand|fifty)`;

/** Common wordings of offers, in English and Spanish. '10% deposit', 'free estimate' and 'feel free' aren't offers. */
const OFFERS: readonly RegExp[] = [
  String.raw`(?:${PERCENT}|${DOLLARS})[\s-]{0,3}(?:(?:off|discount|de descuento)\b|${LESS})`,
  // Only within one clause: 'Save the date: 50% deposit' isn't an offer.
  String.raw`\b(?:sav(?:e|es|ings)|ahorr(?:a|e|en|ar))\b[^.,:;!?\n]{0,20}?(?:${PERCENT}|${DOLLARS})(?! (?:of|on|in|de|en) (?:the |your |el |la |su )?${UPKEEP}\b| ${UPKEEP}\b)`,
  String.raw`\bsave (?:big|now|money|today)\b|\band save\s?(?:[!.]|$)|\b(?:big|huge|spring|summer|fall|winter|holiday) savings\b`,
  String.raw`(?:^|\s)[-\u2212]\s?\d{0,2}${PERCENT}|${PERCENT} back\b|\bcash ?back\b|\b0\s?% (?:financing|interest|apr)\b`,
  String.raw`(?:\bhalf|\b1\/2)(?: off\b|[- ]price|(?: the)? price\b)|\bmitad de precio\b`,
  String.raw`\bwaiv(?:e|es|ing) [^.!?\n]{0,30}\bfees?\b|\bno charge for (?:the |a |your )?${GOODS}\b`,
  String.raw`\b${GOODS} (?:(?:is|are|comes?|goes) )?(?:[\w'-]{1,20} )?(?:for free|free of charge|on us|at no (?:extra |additional )?(?:cost|charge))\b`,
  String.raw`\b${GOODS} (?:is|are) free\b`,
  String.raw`\b(?:(?<!feel )(?<!-)free|complimentary|bonus) (?:(?!${ESTIMATE})[\w'-]{1,20} ){0,2}?${GOODS}\b(?! ${ESTIMATE})`,
  String.raw`\b(?:no|zero|\$0) (?:deposit|money down|down payment)\b(?! (?:is|was|has been) (?:taken|charged|due))|\bsin (?:anticipo|enganche|dep[o\u00f3]sito)\b`,
  String.raw`\b(?:lowest|best) prices? (?:guaranteed?|promise)\b|\bprice[- ]match|\b(?:match|beat) (?:any|every|their|your other|a competitor[\u2019']?s) (?:[\w'-]{1,20} )?(?:quotes?|bids?|estimates?|prices?|offers?)\b`,
  String.raw`\b${GOODS} (?:(?:is|are) )?on the house\b(?! (?:side|wall|line))|(?:${PERCENT}|${DOLLARS}) (?:cheaper|lower)\b(?! than (?:the )?(?:first|last|old))`,
  String.raw`\bsav(?:e|es) (?:you )?(?:${WORDED}) dollars\b|\b(?:${WORDED}) dollars (?:off|less)\b`,
  String.raw`\bdesc(?:ont|uent)(?:amos|aremos|ar|a|an)\b[^.!?\n]{0,12}(?:${PERCENT}|${DOLLARS})|\bgratis (?:la |el |las |los |su |una? )?${GOODS_IN_SPANISH}\b`,
  String.raw`\b${GOODS_IN_SPANISH}[^.!?\n]{0,15} (?:gratis|sin costo|de regalo)\b|\bregalamos\b|\b2x1\b`,
  String.raw`\brefer(?:ral| (?:an?|any|your|us|friends?|neighbou?rs?))\b[^.!?\n]{0,40}?${DOLLARS}|${DOLLARS} referral\b|\breferral (?:bonus|reward)\b`,
  String.raw`\b(?:reduced|slashed|lowered|dropped|cut) (?:our |the |your )?pric(?:e|es|ing)\b|\bprice (?:drop|cut)\b`,
  String.raw`\b(?:great|sweet|better|best) deals?\b(?! of)|\b(?:give|cut|make|do) you a (?:[\w'-]{1,20} )?deal\b`,
  String.raw`\b(?:discount(?:s|ed)?|coupons?|rebates?|promos?|promotion(?:s|al)?|gift cards?|clearance|bogo)\b`,
  String.raw`\b(?:descuentos?|rebajas?|promoci[o\u00f3]n(?:es)?|cup[o\u00f3]n(?:es)?|oferta especial|en oferta)\b`,
  String.raw`\b(?:special|limited[- ]time|exclusive) (?:offers?|deals?|pric(?:e|es|ing))\b`,
  String.raw`\bon sale\b|\bsale (?:price|ends)\b|\b(?:spring|summer|fall|autumn|winter|holiday|friday|day|weekend) (?:sale|special)\b`,
  String.raw`\bbuy one,? get one\b|\b(?:2|two)[- ]for[- ](?:1|one)\b|\bfor the price of (?:1|one)\b`,
].map((words) => new RegExp(words, 'i'));

/**
 * Whether a text's words promise a discount or something for free. This decides nothing about a price: only whether the
 * editor shows a hint if no offer is set, and whether a text needs written consent (C5).
 */
export const promises = (words: string): boolean => {
  // Collapses spaces and turns '％' into '%'.
  const text = words.normalize('NFKC').replace(/\s+/g, ' ');
  return OFFERS.some((offer) => offer.test(text));
};

/** Whether a message has an offer set or promises one in words. An SMS with an offer requires written consent (C5). */
export const isMarketing = (template: string, offer: Offer | null = null): boolean =>
  offer !== null || hasOffer(template) || promises(template);

/** The hint for a message that promises something while no offer is set. */
export const PROMISE_WITHOUT_OFFER =
  'These words sound like a discount, but no offer is set, so the price stays the same. Set an offer, or change the words.';

/** Returns the hint for a message's words, or undefined if they promise nothing or an offer is set. */
export const promiseHint = (words: string, offer: Offer | null): string | undefined =>
  offer === null && promises(words) ? PROMISE_WITHOUT_OFFER : undefined;
